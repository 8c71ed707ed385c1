#!/usr/bin/env bash
# Sets this project up on Debian 12, as root or with sudo.
#
#   cmake/setup.sh demo      build, plan ResNet-50 and print the report
#   cmake/setup.sh test      build and run the tests; the last line is
#                            `N passed, N failed`; test/run.py --help has options
#   cmake/setup.sh smoke     the same with some of the tests, for less than a minute
#   cmake/setup.sh asan      the same as test with AddressSanitizer and UBSan
#   cmake/setup.sh nightly   everything that takes longer: the tests with a browser
#                            and with sanitizers, a second compiler, clang-tidy on
#                            every source, fuzzing; the same last line;
#                            .ci/nightly names its parts, which may be given
#   cmake/setup.sh pytorch   install PyTorch and torch-mlir, with pip, in build/pytorch:
#                            build/pytorch/bin/python finds them
#   cmake/setup.sh install [checks | asan | bench | nightly | pytorch]
#                            only install what building (and checking) needs;
#                            bench: what layout-bench draws charts with
#
# Each of them installs the packages that are missing and builds what is out of date.
set -euo pipefail
cd "$(dirname "$0")/.."
# Debian's python3, which has the packages below, before another one.
export PATH=/usr/bin:$PATH

die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# Files or commands that are needed, each with the Debian package that has it.
needed='
cmake                                                  cmake
ninja                                                  ninja-build
python3                                                python3
ccache                                                 ccache
clang++-22                                             clang-22
ld.lld-22                                              lld-22
/usr/include/gtest/gtest.h                             libgtest-dev
/usr/include/benchmark/benchmark.h                     libbenchmark-dev
/usr/lib/llvm-22/lib/cmake/llvm/LLVMConfig.cmake       llvm-22-dev
/usr/lib/llvm-22/lib/cmake/mlir/MLIRConfig.cmake       libmlir-22-dev
/usr/lib/llvm-22/bin/mlir-opt                          mlir-22-tools
/usr/lib/llvm-22/bin/FileCheck                         llvm-22-tools
/usr/lib/llvm-22/lib/libomp.so                         libomp-22-dev
/usr/lib/llvm-22/bin/lit                               llvm-22-tools
toulbar2                                               toulbar2
dot                                                    graphviz
/usr/lib/python3/dist-packages/numpy                   python3-numpy
/usr/share/nodejs/d3-zoom/dist/d3-zoom.min.js          node-d3-zoom
/usr/share/nodejs/d3-shape/dist/d3-shape.min.js        node-d3-shape
/usr/lib/python3/dist-packages/xstatic/pkg/dagre       python3-xstatic-dagre
'
needed_by_checks='
git                                                    git
clang-format-22                                        clang-format-22
clang-tidy-22                                          clang-tidy-22
'
needed_by_nightly='
g++-12                                                 g++-12
chromium                                               chromium
dpkg-shlibdeps                                         dpkg-dev
'
needed_by_pytorch='
/usr/lib/python3.11/ensurepip                          python3-venv
'
needed_by_bench='
/usr/lib/python3/dist-packages/matplotlib              python3-matplotlib
'
needed_by_asan='
/usr/lib/llvm-22/lib/clang/22/lib                      libclang-rt-22-dev
'

# Prints the packages of the table $1 whose file or command is missing.
missing() {
  while read -r thing package; do
    case $thing in
    '') ;;
    /*) [[ -e $thing ]] || echo "$package" ;;
    *) command -v "$thing" >/dev/null || echo "$package" ;;
    esac
  done <<<"$1" | sort -u
}

as_root() {
  if [[ $(id -u) == 0 ]]; then "$@"
  elif command -v sudo >/dev/null; then sudo "$@"
  else die "installing packages takes root or sudo: $*"
  fi
}

# Prints those of the given packages that apt does not know.
unavailable() {
  local package
  for package in "$@"; do
    apt-cache show "$package" >/dev/null 2>&1 || echo "$package"
  done
}

# Installs what is missing to build and, if given, for the purpose $1.
install_packages() {
  local table=$needed packages lost
  case ${1-} in
  '') ;;
  checks) table+=$needed_by_checks ;;
  asan) table+=$needed_by_asan ;;
  bench) table+=$needed_by_bench ;;
  nightly)
    table+=$needed_by_checks$needed_by_asan$needed_by_bench$needed_by_nightly$needed_by_pytorch
    ;;
  pytorch) table+=$needed_by_pytorch ;;
  *) die "unknown purpose $1" ;;
  esac
  mapfile -t packages < <(missing "$table")
  if [[ ${#packages[@]} == 0 ]]; then return; fi
  command -v apt-get >/dev/null ||
    die "requires Debian; elsewhere, install what these packages contain: ${packages[*]}"
  echo "-- Installing ${packages[*]}"
  if [[ -n $(unavailable "${packages[@]}") ]]; then as_root apt-get update -q; fi
  lost=$(unavailable "${packages[@]}")
  if [[ -n $lost ]]; then
    die "apt knows no package" $lost "- LLVM 22 comes from Debian 12's security" \
      "suite (deb http://deb.debian.org/debian-security bookworm-security main);" \
      "is it in /etc/apt/sources.list or sources.list.d?"
  fi
  # The package lists may be older than the archive: update them and try again.
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy \
    --no-install-recommends "${packages[@]}" ||
    { as_root apt-get update -q
      as_root env DEBIAN_FRONTEND=noninteractive apt-get install -qy \
        --no-install-recommends "${packages[@]}"; }
  lost=$(missing "$table")
  if [[ -n $lost ]]; then die "still missing after installation:" $lost; fi
}

# Configures the preset $1 and builds the target $2.
build() {
  if [[ ! -e build/$1/build.ninja ]]; then cmake --preset "$1"; fi
  ninja -C "build/$1" "$2"
}

case ${1-} in
install)
  install_packages "${2-}"
  ;;
demo)
  install_packages
  build release demo
  cat build/release/demo/report.txt
  ;;
test)
  install_packages
  build release all
  exec python3 test/run.py build/release "${@:2}"
  ;;
smoke)
  install_packages
  build release all
  exec python3 test/run.py build/release --smoke
  ;;
asan)
  install_packages asan
  build asan all
  exec python3 test/run.py build/asan "${@:2}"
  ;;
pytorch)
  install_packages pytorch
  [[ -e build/pytorch/bin/pip ]] || python3 -m venv build/pytorch
  build/pytorch/bin/pip install -q --disable-pip-version-check torch torchvision torch-mlir
  ;;
nightly)
  exec .ci/nightly "${@:2}"
  ;;
*)
  sed -n '2,/^set /{/^#/s/^# \{0,1\}//p}' "$0" >&2
  exit 2
  ;;
esac
