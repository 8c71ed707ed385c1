// A target whose layouts have at most 5 dims.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "NPU" = #dlti.target_device_spec<"layout" = #dlti.map<"name" = "npu", "max_rank" = 5 : i64>>>} {}
