# Installs headers, libraries, documents and the CMake package `LayoutMLIR`, which
# the build folder has as well; `cpack` makes a Debian package of all that.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/LayoutMLIR)
install(DIRECTORY include/layout include/layout-c "${PROJECT_BINARY_DIR}/include/layout"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.h" PATTERN "*.td" PATTERN "*.inc")
install(FILES LICENSE CHANGELOG.md README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY tools/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}/tools
  FILES_MATCHING PATTERN "*.md" PATTERN "*.ipynb" PATTERN "*.png" PATTERN "*.svg")
install(EXPORT LayoutMLIRTargets NAMESPACE LayoutMLIR:: DESTINATION ${package_dir})
export(EXPORT LayoutMLIRTargets NAMESPACE LayoutMLIR::
  FILE "${PROJECT_BINARY_DIR}/LayoutMLIRTargets.cmake")

set(include_dirs "set(LAYOUT_MLIR_INCLUDE_DIRS \"${PROJECT_SOURCE_DIR}/include\"
  \"${PROJECT_BINARY_DIR}/include\")")
configure_package_config_file(
  cmake/LayoutMLIRConfig.cmake.in "${PROJECT_BINARY_DIR}/LayoutMLIRConfig.cmake"
  INSTALL_DESTINATION "${PROJECT_BINARY_DIR}"
  INSTALL_PREFIX "${PROJECT_BINARY_DIR}")
set(include_dirs
  "set_and_check(LAYOUT_MLIR_INCLUDE_DIRS \"\${PACKAGE_PREFIX_DIR}/${CMAKE_INSTALL_INCLUDEDIR}\")")
configure_package_config_file(
  cmake/LayoutMLIRConfig.cmake.in "${PROJECT_BINARY_DIR}/install/LayoutMLIRConfig.cmake"
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(
  "${PROJECT_BINARY_DIR}/LayoutMLIRConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES
  "${PROJECT_BINARY_DIR}/install/LayoutMLIRConfig.cmake"
  "${PROJECT_BINARY_DIR}/LayoutMLIRConfigVersion.cmake"
  DESTINATION ${package_dir})

# What the wheel of the Python package holds (pyproject.toml).
if(SKBUILD)
  install(TARGETS LayoutMLIRCAPI layout-opt layout-run COMPONENT python
    LIBRARY DESTINATION lib
    RUNTIME DESTINATION bin)
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME layoutmlir)
set(CPACK_PACKAGE_CONTACT "LayoutMLIR developers")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# dpkg-shlibdeps finds all libraries but libLLVM: it takes that of llvm-22-dev,
# which names no package.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libllvm22, python3")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libmlir-22-dev, mlir-22-tools")
include(CPack)
