// Another name of nchw16c.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nchw16c-headmajor", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default">,
      #dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]
  >>
>} {}
