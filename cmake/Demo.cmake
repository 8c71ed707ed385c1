# `demo`: ResNet-50 is generated and planned, once for each change of the tools.
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
set(demo_dir "${PROJECT_BINARY_DIR}/demo")
file(MAKE_DIRECTORY "${demo_dir}")
file(GLOB_RECURSE generators CONFIGURE_DEPENDS
  "${PROJECT_SOURCE_DIR}/python/layout_mlir/models/*.py")

add_custom_command(OUTPUT "${demo_dir}/resnet50.mlir"
  COMMAND "${CMAKE_COMMAND}" -E env "PYTHONPATH=${PROJECT_SOURCE_DIR}/python"
    PYTHONDONTWRITEBYTECODE=1
    "${Python3_EXECUTABLE}" -m layout_mlir.models resnet50
    > "${demo_dir}/resnet50.mlir.part"
  COMMAND "${CMAKE_COMMAND}" -E rename
    "${demo_dir}/resnet50.mlir.part" "${demo_dir}/resnet50.mlir"
  DEPENDS ${generators}
  COMMENT "Generating ResNet-50"
  VERBATIM)

add_custom_command(OUTPUT "${demo_dir}/resnet50.nchw16c.mlir" "${demo_dir}/report.txt"
  COMMAND layout-opt resnet50.mlir
    "--layout-pipeline=target=nchw16c report=report.txt"
    -o resnet50.nchw16c.mlir
  WORKING_DIRECTORY "${demo_dir}"
  DEPENDS layout-opt "${demo_dir}/resnet50.mlir"
  COMMENT "Planning ResNet-50 for nchw16c"
  VERBATIM)

add_custom_target(demo DEPENDS "${demo_dir}/report.txt")
