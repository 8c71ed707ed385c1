// Mobile GPUs that keep activations in textures of 4 channels, as TVM uses Adreno
// (its page "Deploy to Adreno GPU"): NCHW4c data and OIHW4o weights.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "GPU" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "texture-2d", "others" = "keep",
    "prefers" = [
      #dlti.map<"kind" = "conv", "data" = "NC*4c", "kernel" = "OI*4o">,
      #dlti.map<"kind" = ["depthwise_conv", "grouped_conv"], "data" = "NC*4c", "kernel" = "default">]
  >>
>} {}
