// A wrong option of the pipelines is an error that lists what there is and says what was
// probably meant, as with those of layout-opt.

// RUN: not onednn-opt %s --onednn-plan="taget=onednn" 2>&1 | FileCheck %s --check-prefix=NAME
// NAME: error: no option 'taget', only absorb, {{.*}}, target, time-limit and visit-limit; did you mean 'target'?

// RUN: not onednn-opt %s --onednn-plan="absorb=nver" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: for the --absorb option: requires never or priced, found 'nver'; did you mean 'never'?
// VALUE: error: cannot read the options 'absorb=nver'

// RUN: not onednn-opt %s --onednn-plan="target=onedn" 2>&1 | FileCheck %s --check-prefix=TARGET
// TARGET: error: requires a target out of nchw, {{.*}}, onednn, or a file whose name ends in .mlir, found 'onedn'; did you mean 'onednn'?

// RUN: not onednn-opt %s --onednn-to-calls="too=physical" 2>&1 | FileCheck %s --check-prefix=CALLS
// CALLS: error: no option 'too', only cache-bytes, {{.*}} and to; did you mean 'to'?
