// Blocks of 4 channels, one vector of f32 each of 128 bits (SSE, NEON).
// Matmuls read and write the heads of attention in the order of their neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nchw4c", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*4c",
                "kernel" = "default">,
      #dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]
  >>
>} {}
