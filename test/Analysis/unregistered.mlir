// An unregistered op with a region may be a symbol table, in which upstream
// finds no users of symbols. Passes that need these users look there, too.
// RUN: layout-opt %s --allow-unregistered-dialect --layout-randomize-splats | FileCheck %s --check-prefix=SPLATS
// RUN: layout-opt %s --allow-unregistered-dialect --layout-apply-buffer-layouts | FileCheck %s --check-prefix=APPLIED
// RUN: layout-opt %s --allow-unregistered-dialect --layout-flatten | FileCheck %s --check-prefix=FLAT

// SPLATS: ml_program.global private @weights(dense<{{\[\[}}
ml_program.global private @weights(dense<0.5> : tensor<2x2xf32>) : tensor<2x2xf32>

// APPLIED: memref.global "private" @read : memref<3x2xf32>
// FLAT: memref.global "private" @read : memref<6xf32>
memref.global "private" @read : memref<2x3xf32> = uninitialized {layout.buffer_transforms = [#layout.index_map<(d0, d1) -> (d1, d0)>]}
// The type of a global that an unknown op names has to stay.
// FLAT: memref.global "private" @named : memref<2x3xf32>
memref.global "private" @named : memref<2x3xf32> = uninitialized

func.func @f(%i: index) -> (tensor<2x2xf32>, f32) {
  "foreign.scope"() ({
    "foreign.op"() {of = @named} : () -> ()
  }) : () -> ()
  %w = ml_program.global_load_const @weights : tensor<2x2xf32>
  %b = memref.get_global @read : memref<2x3xf32>
  %v = memref.load %b[%i, %i] : memref<2x3xf32>
  return %w, %v : tensor<2x2xf32>, f32
}
