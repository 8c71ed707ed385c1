// IBM's Spyre, which reads memory in sticks of 128 bytes ("Tensors with
// Device-Specific Layouts", an RFC for PyTorch). The sticks of a dim are
// outermost, so that rows of sticks are contiguous, and both operands of a dot
// product have the same layout: sticks along what is summed up. A reduction along
// sticks leaves one element in each; a softmax consists of such reductions. IBM
// states 32 cores.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "spyre", "others" = "keep", "stick_bytes" = 128 : i64, "cores" = 32 : i64, "default" = "sticks",
    "prefers" = [
      #dlti.map<"kind" = "matmul", "data" = "K[stick]M", "kernel" = "agree", "result" = "N[stick]M">,
      #dlti.map<"kind" = "batch_matmul", "data" = "BK[stick]M", "kernel" = "agree", "result" = "BN[stick]M">,
      #dlti.map<"kind" = "conv", "data" = "NC[stick]*", "kernel" = "agree">,
      #dlti.map<"kind" = "depthwise_conv", "data" = "NC[stick]*", "kernel" = "default">,
      #dlti.map<"kind" = "reduction", "along_stick" = "sparse">,
      #dlti.map<"kind" = "softmax", "along_stick" = "sparse">]
  >>
>} {}
