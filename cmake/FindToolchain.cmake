# Finds LLVM/MLIR and fixes how everything that links them is compiled.

# MLIR's config file matches on major.minor.
find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
message(STATUS "Using MLIR ${LLVM_PACKAGE_VERSION} in ${MLIR_DIR}")

list(APPEND CMAKE_MODULE_PATH "${MLIR_CMAKE_DIR}" "${LLVM_CMAKE_DIR}")
include(TableGen)
include(AddLLVM)
include(AddMLIR)

include_directories(SYSTEM ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
separate_arguments(llvm_definitions UNIX_COMMAND "${LLVM_DEFINITIONS}")
add_definitions(${llvm_definitions})

# Several classes of MLIR have another size without NDEBUG, so every configuration
# is compiled as the library was: Debian's defines it, PyPI's has assertions.
if(LLVM_ENABLE_ASSERTIONS)
  foreach(type RELEASE RELWITHDEBINFO MINSIZEREL)
    string(REPLACE "-DNDEBUG" "" CMAKE_CXX_FLAGS_${type}
      "${CMAKE_CXX_FLAGS_${type}}")
  endforeach()
else()
  add_compile_definitions(NDEBUG)
endif()
if(NOT LLVM_ENABLE_RTTI)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-rtti>)
endif()

if(LAYOUT_ENABLE_ASSERTIONS)
  include_directories(BEFORE "${CMAKE_CURRENT_LIST_DIR}/assertions")
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter)
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  add_compile_options(-Wcovered-switch-default -Wno-nested-anon-types)
  add_link_options(-fuse-ld=lld)
endif()

# Programs share the libraries' precompiled headers, so they are compiled alike.
set(CMAKE_CXX_COMPILE_OPTIONS_PIE ${CMAKE_CXX_COMPILE_OPTIONS_PIC})

# Installed programs find libMLIR.so where it was found here.
option(CMAKE_INSTALL_RPATH_USE_LINK_PATH "Find shared libraries where they are now" ON)

# A symbol that a shared library lacks is found when it is linked. (Sanitizers
# leave theirs to the program.)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT LAYOUT_ENABLE_ASAN AND NOT LAYOUT_ENABLE_TSAN)
  string(APPEND CMAKE_SHARED_LINKER_FLAGS " -Wl,-z,defs")
  string(APPEND CMAKE_MODULE_LINKER_FLAGS " -Wl,-z,defs")
endif()

if(LAYOUT_ENABLE_ASAN)
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=vptr
    -fno-omit-frame-pointer -g1)
  # UBSan only prints otherwise, and the tests pass.
  add_compile_options(-fno-sanitize-recover=all)
  add_link_options(-fsanitize=address,undefined -fno-sanitize=vptr)
endif()

if(LAYOUT_ENABLE_TSAN)
  add_compile_options(-fsanitize=thread -g1)
  add_link_options(-fsanitize=thread)
endif()

if(LAYOUT_FUZZERS)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # A precompiled header is cacheable only if its time stamp is left out.
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
    "CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}" CCACHE_NOHASHDIR=1
    "${CCACHE_PROGRAM}")
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
  set(CMAKE_PCH_INSTANTIATE_TEMPLATES ON)
  add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
endif()
