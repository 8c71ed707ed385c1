# Installs headers, libraries and the CMake package `LayoutMLIR`.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/LayoutMLIR)
install(DIRECTORY include/layout "${CMAKE_CURRENT_BINARY_DIR}/include/layout"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc")
install(EXPORT LayoutMLIRTargets NAMESPACE LayoutMLIR:: DESTINATION ${package_dir})

configure_package_config_file(
  "${CMAKE_CURRENT_SOURCE_DIR}/cmake/LayoutMLIRConfig.cmake.in"
  "${CMAKE_CURRENT_BINARY_DIR}/LayoutMLIRConfig.cmake"
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  "${CMAKE_CURRENT_BINARY_DIR}/LayoutMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${CMAKE_CURRENT_BINARY_DIR}/LayoutMLIRConfig.cmake"
  "${CMAKE_CURRENT_BINARY_DIR}/LayoutMLIRConfigVersion.cmake"
  DESTINATION ${package_dir})
