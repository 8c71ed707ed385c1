// Qualcomm's Hexagon with its vector extensions (HVX): images are stored in
// "croutons" of 2 KiB, as TVM's schedules for convolutions of 8-bit integers do
// (topi/hexagon): 8 rows of 8 pixels with 32 channels each. A vector takes 4
// input channels for each of 32 output channels.
// Poolings of full croutons keep them.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "hexagon-i8", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "conv2d", "data" = "NHWC[a=32]8h8w32c", "kernel" = "O[a=32]I[a=32]HW8i32o4i">,
      #dlti.map<"kind" = "depthwise_conv2d", "data" = "NHWC[a=32]8h8w32c", "kernel" = "default">,
      #dlti.map<"kind" = "pooling2d", "data" = "NHWC[a=32]8h8w32c",
        "when" = #dlti.map<"C" = "% 32 == 0", "H" = ">= 8", "W" = ">= 8">>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "N[a=32]K[a=4]32n4k">]
  >>
>} {}
