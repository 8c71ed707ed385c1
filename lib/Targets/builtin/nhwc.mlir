// Channels last, as TensorFlow has them, with HWIO kernels.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nhwc",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "N*C",
                "kernel" = "default">]
  >>
>} {}
