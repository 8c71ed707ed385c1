// Channels last for data; kernels are packed for vectors of 8 output channels, which
// have 256 bits in f32 (AVX2).
// Convolutions read and write blocks of 8 channels, which lie in memory as NHWC.
// Where 8 divides only the output channels, they read NHWC; where it does not
// divide these, they have no blocks. Narrow types are read as NHWC too, and their
// kernels end with groups that fill 32 bits, for instructions that add four
// products of 8 bits. Matmuls with constant kernels whose columns 8 does not
// divide compute a few more, or full blocks apart from what remains. Matmuls read
// and write data, and heads of attention, in the order of their neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "CPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "nhwc-packed8", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "conv", "data" = "N*C8c", "kernel" = "O*I8i8o",
                "when" = #dlti.map<"data_type" = ["f32", "f64", "i32", "i64"],
                                   "C" = "% 8 == 0", "O" = "% 8 == 0">>,
      #dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "default", "result" = "N*C8c",
                "group_bits" = 32 : i64, "fallback" = true>,
      #dlti.map<"kind" = ["depthwise_conv", "grouped_conv"], "data" = "N*C", "kernel" = "default",
                "group_bits" = 32 : i64>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n", "order" = "head_major",
                "group_bits" = 32 : i64, "split" = true,
                "when" = #dlti.map<"kernel" = "constant">>,
      #dlti.map<"kind" = "matmul", "data" = "MK", "kernel" = "NK8n", "order" = "head_major",
                "group_bits" = 32 : i64,
                "when" = #dlti.map<"data_type" = ["i8", "i16", "f16", "bf16"]>>,
      #dlti.map<"kind" = "matmul", "order" = "head_major",
                "when" = #dlti.map<"kernel" = "computed", "data_type" = ["f32", "f64", "i32", "i64"]>>,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK", "kernel" = "BNK8n", "order" = "head_major",
                "group_bits" = 32 : i64, "split" = true,
                "when" = #dlti.map<"kernel" = "constant">>,
      #dlti.map<"kind" = "batch_matmul", "data" = "BMK", "kernel" = "BNK8n", "order" = "head_major",
                "group_bits" = 32 : i64,
                "when" = #dlti.map<"data_type" = ["i8", "i16", "f16", "bf16"]>>,
      #dlti.map<"kind" = "batch_matmul", "order" = "head_major">]
  >>
>} {}
