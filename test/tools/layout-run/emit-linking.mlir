// Linking a shared library fails with what the linker says, or without one. A
// file that was there stays as it is, and no temporary file is left.

// RUN: rm -rf %t && mkdir %t %t/none %t/bin %t/tmp
// RUN: echo old > %t/x.so
// RUN: %expect-exit 1 env PATH=%t/none TMPDIR=%t/tmp %build_root/bin/layout-run %s --emit=shared -o %t/x.so 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: layout-run: {{.*}} requires a C compiler to link a shared library, found none of cc, clang and gcc in PATH
// RUN: echo "#!/bin/sh" > %t/bin/cc
// RUN: echo "echo no linker; exit 3" >> %t/bin/cc
// RUN: chmod +x %t/bin/cc
// RUN: %expect-exit 1 env PATH=%t/bin TMPDIR=%t/tmp %build_root/bin/layout-run %s --emit=shared -o %t/x.so 2>&1 | FileCheck %s --check-prefix=FAILED
// FAILED: layout-run: {{.*}} linking with {{.*}}/bin/cc failed: no linker
// RUN: FileCheck %s --check-prefix=OLD < %t/x.so
// OLD: old
// RUN: env TMPDIR=%t/tmp layout-run %s --emit=shared -o %t/x.so
// RUN: llvm-nm --dynamic --defined-only --format=just-symbols %t/x.so | FileCheck %s --match-full-lines
// CHECK: copy
// CHECK-NOT: {{.}}
// RUN: ls %t/tmp | count 0

func.func @copy(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
