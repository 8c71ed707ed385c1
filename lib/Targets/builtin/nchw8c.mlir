// Blocks of 8 channels, one vector of f32 each of 256 bits (AVX2).
// Matmuls read and write the heads of attention in the order of their neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nchw8c", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default">,
      #dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]
  >>
>} {}
