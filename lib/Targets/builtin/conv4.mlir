// Four layouts for the data and, independently, for the result of convolutions.
// NCHW, NHWC, NCHW8c and NCHW16c cost 1/4, 1/8, 1/16 and 0 of the bytes of the
// result for each of the two.
// Matmuls read and write the heads of attention in the order of their neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "conv4", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default", "result" = "NC*16c", "price" = 0.0 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default", "result" = "NC*8c", "price" = 0.0625 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default", "result" = "NC*16c", "price" = 0.0625 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default", "result" = "N*C", "price" = 0.125 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default", "result" = "NC*8c", "price" = 0.125 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "N*C",
                "kernel" = "default", "result" = "NC*16c", "price" = 0.125 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default", "result" = "N*C", "price" = 0.1875 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "N*C",
                "kernel" = "default", "result" = "NC*8c", "price" = 0.1875 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*16c",
                "kernel" = "default", "result" = "NC*", "price" = 0.25 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "N*C",
                "kernel" = "default", "result" = "N*C", "price" = 0.25 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*",
                "kernel" = "default", "result" = "NC*16c", "price" = 0.25 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default", "result" = "NC*", "price" = 0.3125 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*",
                "kernel" = "default", "result" = "NC*8c", "price" = 0.3125 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "N*C",
                "kernel" = "default", "result" = "NC*", "price" = 0.375 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*",
                "kernel" = "default", "result" = "N*C", "price" = 0.375 : f64>,
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*",
                "kernel" = "default", "result" = "NC*", "price" = 0.5 : f64>,
      #dlti.map<"kind" = ["matmul", "batch_matmul"], "order" = "head_major">]
  >>
>} {}
