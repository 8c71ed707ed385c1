// Each reason for which loops that look like a rewrite stay is told in a remark.
//
// RUN: layout-opt %s --layout-raise --remarks-filter=layout-raise -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// CHECK-DAG: Function=from_unknown | Reason="requires loops from a constant index on, by constant steps", Remark="scf.for stays as it is"
func.func @from_unknown(%x: tensor<6xf32>, %y: tensor<6xf32>, %n: index) -> tensor<6xf32> {
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %n to %c6 step %c1 iter_args(%a = %y) -> tensor<6xf32> {
    %v = tensor.extract %x[%i] : tensor<6xf32>
    %w = tensor.insert %v into %a[%i] : tensor<6xf32>
    scf.yield %w : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// CHECK-DAG: Function=never | Reason="requires loops that run at least once", Remark="scf.for stays as it is"
func.func @never(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %r = scf.for %i = %c6 to %c6 step %c1 iter_args(%a = %y) -> tensor<6xf32> {
    %v = tensor.extract %x[%i] : tensor<6xf32>
    %w = tensor.insert %v into %a[%i] : tensor<6xf32>
    scf.yield %w : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// CHECK-DAG: Function=by_twos | Reason="requires a loop to a size that is known at run time only to run from 0 on, by steps of 1", Remark="scf.for stays as it is"
func.func @by_twos(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%a = %y) -> tensor<?xf32> {
    %v = tensor.extract %x[%i] : tensor<?xf32>
    %w = tensor.insert %v into %a[%i] : tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-DAG: Function=empty_slices | Reason="requires slices with elements", Remark="affine.for stays as it is"
func.func @empty_slices(%x: tensor<4x7xf32>, %y: tensor<4x7xf32>) -> tensor<4x7xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%a = %y) -> tensor<4x7xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 0] [1, 1] : tensor<4x7xf32> to tensor<1x0xf32>
    %w = tensor.insert_slice %row into %a[%i, 0] [1, 0] [1, 1] : tensor<1x0xf32> into tensor<4x7xf32>
    affine.yield %w : tensor<4x7xf32>
  }
  return %r : tensor<4x7xf32>
}

// CHECK-DAG: Function=two_paddings | Reason="requires one element for all places that are not read, found several", Remark="affine.for stays as it is"
func.func @two_paddings(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = affine.if affine_set<(i) : (i - 2 >= 0)>(%i) -> f32 {
      %u = affine.if affine_set<(i) : (5 - i >= 0)>(%i) -> f32 {
        %k = affine.apply affine_map<(i) -> (i - 2)>(%i)
        %t = tensor.extract %x[%k] : tensor<4xf32>
        affine.yield %t : f32
      } else {
        affine.yield %one : f32
      }
      affine.yield %u : f32
    } else {
      affine.yield %zero : f32
    }
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-DAG: Function=unknown_condition | Reason="requires conditions that are affine in the loops", Remark="affine.for stays as it is"
func.func @unknown_condition(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = affine.if affine_set<(i)[n] : (n - i >= 0)>(%i)[%n] -> f32 {
      %t = tensor.extract %x[%i] : tensor<8xf32>
      affine.yield %t : f32
    } else {
      affine.yield %zero : f32
    }
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-DAG: Function=flag | Reason="requires conditions that compare affine indices", Remark="affine.for stays as it is"
func.func @flag(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = scf.if %c -> f32 {
      %t = tensor.extract %x[%i] : tensor<8xf32>
      scf.yield %t : f32
    } else {
      scf.yield %zero : f32
    }
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-DAG: Function=part_of_source | Reason="requires loops that are known to run over the whole source", Remark="linalg.generic stays as it is"
func.func @part_of_source(%x: tensor<9xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = tensor.extract %x[%i] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-DAG: Function=written_twice | Reason="requires every element of the result to be written exactly once", Remark="linalg.generic stays as it is"
func.func @written_twice(%x: tensor<4x2xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x2xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-DAG: Function=dynamic_sum | Reason="requires an index that a loop to a size known at run time alone makes", Remark="scf.for stays as it is"
func.func @dynamic_sum(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<?xf32> {
    %k = arith.addi %i, %c1 : index
    %v = tensor.extract %x[%k] : tensor<?xf32>
    %w = tensor.insert %v into %a[%i] : tensor<?xf32>
    scf.yield %w : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-DAG: Function=never_true | Reason="requires conditions that hold for some index", Remark="affine.for stays as it is"
func.func @never_true(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = affine.if affine_set<(i) : (i - 9 >= 0)>(%i) -> f32 {
      %t = tensor.extract %x[%i] : tensor<8xf32>
      affine.yield %t : f32
    } else {
      affine.yield %zero : f32
    }
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-DAG: Function=out_of_bounds | Reason="requires indices that are in bounds", Remark="affine.for stays as it is"
func.func @out_of_bounds(%x: tensor<6xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = tensor.extract %x[%i] : tensor<6xf32>
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-DAG: Function=encoded | Reason="requires ranked tensors with elements and without an encoding", Remark="affine.for stays as it is"
func.func @encoded(%x: tensor<8xf32, "strange">, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = affine.for %i = 0 to 8 iter_args(%a = %y) -> tensor<8xf32> {
    %v = tensor.extract %x[%i] : tensor<8xf32, "strange">
    %w = tensor.insert %v into %a[%i] : tensor<8xf32>
    affine.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
