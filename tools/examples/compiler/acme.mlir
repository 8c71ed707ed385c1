// What the made-up machine of this example wants: convolutions on blocks of eight
// channels. acme.scale_shift runs in any layout, so it takes that of its neighbours.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
  "ACME" = #dlti.target_device_spec<"layout" = #dlti.map<
    "name" = "acme",
    "prefers" = [
      #dlti.map<"kind" = ["conv"], "data" = "NC*8c", "kernel" = "default">]
  >>
>} {}
