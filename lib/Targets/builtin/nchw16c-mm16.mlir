// As nchw16c, and matmuls in tiles of 16 x 16, as linalg.mmt4d takes them.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nchw16c-mm16", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default">,
      #dlti.map<"kind" = "matmul", "data" = "MK16m16k", "kernel" = "NK16n16k">,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK16m16k", "kernel" = "BNK16n16k">]
  >>
>} {}
