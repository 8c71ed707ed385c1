// GPUs with tensor cores, as cuDNN uses them (its developer guide, "Tensor Core
// Operations"): NHWC data and KRSC filters; in half precision channels are a
// multiple of 8.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "cudnn-nhwc", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "conv", "data" = "N*C[a=8]", "kernel" = "O*I",
                "when" = #dlti.map<"data_type" = ["f16", "bf16"]>>,
      #dlti.map<"kind" = "conv", "data" = "N*C", "kernel" = "O*I",
                "when" = #dlti.map<"data_type" = ["f32", "f64", "i8"]>>,
      #dlti.map<"kind" = ["depthwise_conv", "grouped_conv"], "data" = "N*C", "kernel" = "default">]
  >>
>} {}
