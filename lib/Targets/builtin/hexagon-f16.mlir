// Qualcomm's Hexagon with its vector extensions (HVX): images are stored in
// "croutons" of 2 KiB, as TVM's schedules for convolutions of half precision do
// (topi/hexagon): 8 rows of 4 pixels with 32 channels each, where two pixels of a
// row lie side by side. Filters have two input channels side by side.
// Poolings of full croutons keep them.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "DSP" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "hexagon-f16", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "conv2d", "data" = "NHWC[a=32]8h2w32c2w", "kernel" = "O[a=32]I[a=32]HW16i32o2i">,
      #dlti.map<"kind" = "depthwise_conv2d", "data" = "NHWC[a=32]8h2w32c2w", "kernel" = "default">,
      #dlti.map<"kind" = "pooling2d", "data" = "NHWC[a=32]8h2w32c2w",
        "when" = #dlti.map<"C" = "% 32 == 0", "H" = ">= 8", "W" = ">= 8">>]
  >>
>} {}
