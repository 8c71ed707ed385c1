// As nchw16c, but pointwise convolutions, which are matmuls, in NHWC.
// Matmuls read and write the heads of attention in the order of their neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nchw16c-1x1nhwc", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default">,
      #dlti.map<"kind" = "pointwise_conv", "data" = "N*C", "kernel" = "default">,
      #dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]
  >>
>} {}
