// CPUs with AVX2, as oneDNN uses them (its developer guide, "Understanding Memory
// Formats": nChw8c, OIhw8i8o, and Oihw8o for the first convolution).
// Matmuls read and write data, and heads of attention, in the order of their
// neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "x86-avx2", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = ["conv", "depthwise_conv", "grouped_conv"], "data" = "NC*8c",
                "kernel" = "default">,
      // An image with few channels is read as it comes.
      #dlti.map<"kind" = "conv", "data" = "NC*", "kernel" = "default", "result" = "NC*8c",
                "price" = 0.0 : f64, "when" = #dlti.map<"C" = "< 8">>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n", "order" = "head_major",
                "when" = #dlti.map<"kernel" = "constant">>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n", "order" = "head_major",
                "when" = #dlti.map<"data_type" = ["i8", "i16", "f16", "bf16"]>>,
      #dlti.map<"kind" = "matmul", "order" = "head_major",
                "when" = #dlti.map<"kernel" = "computed", "data_type" = ["f32", "f64", "i32", "i64"]>>,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK", "kernel" = "BNK8n", "order" = "head_major",
                "when" = #dlti.map<"kernel" = "constant">>,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK", "kernel" = "BNK8n", "order" = "head_major",
                "when" = #dlti.map<"data_type" = ["i8", "i16", "f16", "bf16"]>>,
      #dlti.map<"kind" = "batch_matmul", "order" = "head_major">]
  >>
>} {}
