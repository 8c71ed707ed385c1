# Functions that declare this project's libraries, tools and tests.

# layout_tablegen_target(TARGET): a target for the TableGen outputs listed in
# TABLEGEN_OUTPUT; every library depends on all of them.
function(layout_tablegen_target target)
  add_custom_target(${target} DEPENDS ${TABLEGEN_OUTPUT})
  set_property(GLOBAL APPEND PROPERTY LAYOUT_TABLEGEN_TARGETS ${target})
endfunction()

# Compiles with the precompiled MLIR headers and after all generated headers.
function(layout_configure target)
  get_property(generated GLOBAL PROPERTY LAYOUT_TABLEGEN_TARGETS)
  if(generated)
    add_dependencies(${target} ${generated})
  endif()
  if(NOT ${target} STREQUAL LayoutPCH)
    target_precompile_headers(${target} REUSE_FROM LayoutPCH)
  endif()
endfunction()

# layout_add_library(NAME SOURCES … LINK …): a static library that takes MLIR
# from libMLIR.so, never a second static copy of it. Installed and exported.
function(layout_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  add_library(LayoutMLIR::${name} ALIAS ${name})
  layout_configure(${name})
  target_include_directories(${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
    $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>
    $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  install(TARGETS ${name} EXPORT LayoutMLIRTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY LAYOUT_LIBRARIES ${name})
endfunction()

# layout_add_tool(NAME SOURCES … LINK …): an installed program in bin/.
function(layout_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  layout_configure(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  set_property(GLOBAL APPEND PROPERTY LAYOUT_TESTED ${name})
  set_property(GLOBAL APPEND PROPERTY LAYOUT_TOOLS ${name})
endfunction()

# layout_add_unittest(NAME SOURCES … LINK …): a GoogleTest program that lit runs.
function(layout_add_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  layout_configure(${name})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} MLIR LLVM GTest::gtest_main)
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/test/unit")
  set_property(GLOBAL APPEND PROPERTY LAYOUT_TESTED ${name})
endfunction()

# layout_omit_assertions(SOURCE…): sources that include headers of ORC, whose
# assertions use members that NDEBUG removes.
function(layout_omit_assertions)
  if(LAYOUT_ENABLE_ASSERTIONS)
    set_source_files_properties(${ARGN} PROPERTIES
      COMPILE_DEFINITIONS LAYOUT_NO_ASSERTIONS
      SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
