// NPUs that compute on tiles of 32 x 32 elements, as Tenstorrent's do (the guide
// "Tensor Layouts" of tt-metal): matrices are stored tile by tile, and the channels
// of images in NHWC are a multiple of 32.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "tiles32", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "matmul", "data" = "MK32m32k", "kernel" = "KN32k32n">,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK32m32k", "kernel" = "BKN32k32n">,
      #dlti.map<"kind" = "conv", "data" = "N*C[a=32]", "kernel" = "default">,
      #dlti.map<"kind" = ["depthwise_conv", "grouped_conv"], "data" = "N*C", "kernel" = "default">]
  >>
>} {}
