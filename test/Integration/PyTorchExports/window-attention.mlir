// A layer of the image encoder of SAM as PyTorch exports it (48 channels, three
// heads, a grid of 10x10 tokens): windows of 4x4 of the padded grid, attention
// with relative positions, which are separate for rows and columns, and an MLP.
// The attention has several hundred combinations of layout options and renamed
// loops; all of them are considered, and the plan is proved.
//
// Covers: R35, R43, R47

// RUN: layout-opt %s --layout-randomize-splats -o %t.mlir
// RUN: layout-opt %t.mlir --layout-pipeline="target=x86-avx512 report=%t.json" -o %t.planned.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: layout-opt %t.planned.mlir --layout-count | FileCheck %s --check-prefix=COUNT
// RUN: layout-check %t.mlir %t.planned.mlir

// REPORT: "gap": 0,
// REPORT-NEXT: "capped": false,
// REPORT: "considered": {
// REPORT: "capped": 0
// COUNT: {"rewrites":1,"bytes":46848,

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map3 = affine_map<(d0, d1) -> (d1)>
#map4 = affine_map<(d0, d1) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map6 = affine_map<(d0) -> (d0)>
#map7 = affine_map<(d0, d1, d2) -> (0, 0, 0)>
#map8 = affine_map<(d0, d1, d2) -> (d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d2)>
#map10 = affine_map<(d0, d1) -> (d0, 0)>
#map11 = affine_map<(d0, d1) -> (0, d1)>
#map12 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map13 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, 0)>
#map14 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, 0, d4)>
#map15 = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3, d4)>
#map16 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>

func.func @forward(%arg0: tensor<1x10x10x48xf32>) -> tensor<1x10x10x48xf32> {
  %c6_i64 = arith.constant 6 : i64
  %c7_i64 = arith.constant 7 : i64
  %c16_i64 = arith.constant 16 : i64
  %c1_i64 = arith.constant 1 : i64
  %c0_i64 = arith.constant 0 : i64
  %cst = arith.constant 0.000000e+00 : f64
  %cst_0 = arith.constant 0.000000e+00 : f32
  %cst_1 = arith.constant 0xFF800000 : f32
  %cst_2 = arith.constant 1.000000e+00 : f32
  %cst_3 = arith.constant 5.000000e-01 : f32
  %cst_4 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_5 = arith.constant dense<0.5> : tensor<48x96xf32>
  %cst_6 = arith.constant dense<0.5> : tensor<96xf32>
  %cst_7 = arith.constant dense<0.5> : tensor<96x48xf32>
  %cst_8 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_9 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_10 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_11 = arith.constant dense<0.5> : tensor<48x48xf32>
  %cst_12 = arith.constant dense<0.5> : tensor<7x16xf32>
  %cst_13 = arith.constant dense<0.5> : tensor<7x16xf32>
  %cst_14 = arith.constant dense<0.5> : tensor<144xf32>
  %cst_15 = arith.constant dense<0.5> : tensor<144x48xf32>
  %cst_16 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_17 = arith.constant dense<0.5> : tensor<48xf32>
  %cst_18 = arith.constant 9.9999999999999995E-7 : f64
  %cst_19 = arith.constant 4.800000e+01 : f64
  %cst_20 = arith.constant 4.800000e+01 : f32
  %cst_21 = arith.constant 2.500000e-01 : f32
  %cst_22 = arith.constant 3.000000e+00 : f32
  %cst_23 = arith.constant 1.41421354 : f32
  %0 = tensor.empty() : tensor<1x10x10x48xf64>
  %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0 : tensor<1x10x10x48xf32>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f32, %out: f64):
    %138 = arith.extf %in : f32 to f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %2 = tensor.empty() : tensor<1x10x10x1xf64>
  %3 = linalg.fill ins(%cst : f64) outs(%2 : tensor<1x10x10x1xf64>) -> tensor<1x10x10x1xf64>
  %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1 : tensor<1x10x10x48xf64>) outs(%3 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.addf %in, %out : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<1x10x10x1xf64>) outs(%2 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.divf %in, %cst_19 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %6 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %5 : tensor<1x10x10x48xf64>, tensor<1x10x10x1xf64>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f64, %in_80: f64, %out: f64):
    %138 = arith.subf %in, %in_80 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %7 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %6 : tensor<1x10x10x48xf64>, tensor<1x10x10x48xf64>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f64, %in_80: f64, %out: f64):
    %138 = arith.mulf %in, %in_80 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%7 : tensor<1x10x10x48xf64>) outs(%3 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.addf %in, %out : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8 : tensor<1x10x10x1xf64>) outs(%2 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.divf %in, %cst_19 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %10 = tensor.empty() : tensor<1x10x10x1xf32>
  %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x10x10x1xf64>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %138 = arith.truncf %in : f64 to f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %12 = linalg.fill ins(%cst_0 : f32) outs(%10 : tensor<1x10x10x1xf32>) -> tensor<1x10x10x1xf32>
  %13 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%arg0 : tensor<1x10x10x48xf32>) outs(%12 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.addf %in, %out : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.divf %in, %cst_20 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.truncf %cst_18 : f64 to f32
    %139 = arith.addf %in, %138 : f32
    linalg.yield %139 : f32
  } -> tensor<1x10x10x1xf32>
  %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%15 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = math.rsqrt %in : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %17 = tensor.empty() : tensor<1x10x10x48xf32>
  %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %14 : tensor<1x10x10x48xf32>, tensor<1x10x10x1xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %16 : tensor<1x10x10x48xf32>, tensor<1x10x10x1xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19, %cst_17 : tensor<1x10x10x48xf32>, tensor<48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %21 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20, %cst_16 : tensor<1x10x10x48xf32>, tensor<48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %padded = tensor.pad %21 low[0, 0, 0, 0] high[0, 2, 2, 0] {
  ^bb0(%arg1: index, %arg2: index, %arg3: index, %arg4: index):
    tensor.yield %cst_0 : f32
  } : tensor<1x10x10x48xf32> to tensor<1x12x12x48xf32>
  %expanded = tensor.expand_shape %padded [[0], [1, 2], [3, 4], [5]] output_shape [1, 3, 4, 3, 4, 48] : tensor<1x12x12x48xf32> into tensor<1x3x4x3x4x48xf32>
  %22 = tensor.empty() : tensor<1x3x3x4x4x48xf32>
  %transposed = linalg.transpose ins(%expanded : tensor<1x3x4x3x4x48xf32>) outs(%22 : tensor<1x3x3x4x4x48xf32>) permutation = [0, 1, 3, 2, 4, 5] 
  %collapsed = tensor.collapse_shape %transposed [[0, 1, 2, 3, 4], [5]] : tensor<1x3x3x4x4x48xf32> into tensor<144x48xf32>
  %23 = tensor.empty() : tensor<48x144xf32>
  %transposed_24 = linalg.transpose ins(%cst_15 : tensor<144x48xf32>) outs(%23 : tensor<48x144xf32>) permutation = [1, 0] 
  %24 = tensor.empty() : tensor<144x144xf32>
  %25 = linalg.fill ins(%cst_0 : f32) outs(%24 : tensor<144x144xf32>) -> tensor<144x144xf32>
  %26 = linalg.matmul ins(%collapsed, %transposed_24 : tensor<144x48xf32>, tensor<48x144xf32>) outs(%25 : tensor<144x144xf32>) -> tensor<144x144xf32>
  %27 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_14 : tensor<144xf32>) outs(%24 : tensor<144x144xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<144x144xf32>
  %28 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%26, %27 : tensor<144x144xf32>, tensor<144x144xf32>) outs(%24 : tensor<144x144xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<144x144xf32>
  %expanded_25 = tensor.expand_shape %28 [[0, 1], [2, 3, 4]] output_shape [9, 16, 3, 3, 16] : tensor<144x144xf32> into tensor<9x16x3x3x16xf32>
  %29 = tensor.empty() : tensor<3x9x3x16x16xf32>
  %transposed_26 = linalg.transpose ins(%expanded_25 : tensor<9x16x3x3x16xf32>) outs(%29 : tensor<3x9x3x16x16xf32>) permutation = [2, 0, 3, 1, 4] 
  %collapsed_27 = tensor.collapse_shape %transposed_26 [[0], [1, 2], [3], [4]] : tensor<3x9x3x16x16xf32> into tensor<3x27x16x16xf32>
  %extracted_slice = tensor.extract_slice %collapsed_27[0, 0, 0, 0] [1, 27, 16, 16] [1, 1, 1, 1] : tensor<3x27x16x16xf32> to tensor<1x27x16x16xf32>
  %extracted_slice_28 = tensor.extract_slice %collapsed_27[1, 0, 0, 0] [1, 27, 16, 16] [1, 1, 1, 1] : tensor<3x27x16x16xf32> to tensor<1x27x16x16xf32>
  %extracted_slice_29 = tensor.extract_slice %collapsed_27[2, 0, 0, 0] [1, 27, 16, 16] [1, 1, 1, 1] : tensor<3x27x16x16xf32> to tensor<1x27x16x16xf32>
  %collapsed_30 = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x27x16x16xf32> into tensor<27x16x16xf32>
  %collapsed_31 = tensor.collapse_shape %extracted_slice_28 [[0, 1], [2], [3]] : tensor<1x27x16x16xf32> into tensor<27x16x16xf32>
  %collapsed_32 = tensor.collapse_shape %extracted_slice_29 [[0, 1], [2], [3]] : tensor<1x27x16x16xf32> into tensor<27x16x16xf32>
  %30 = tensor.empty() : tensor<27x16x16xf32>
  %31 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_30 : tensor<27x16x16xf32>) outs(%30 : tensor<27x16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.mulf %in, %cst_21 : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x16xf32>
  %transposed_33 = linalg.transpose ins(%collapsed_31 : tensor<27x16x16xf32>) outs(%30 : tensor<27x16x16xf32>) permutation = [0, 2, 1] 
  %32 = linalg.fill ins(%cst_0 : f32) outs(%30 : tensor<27x16x16xf32>) -> tensor<27x16x16xf32>
  %33 = linalg.batch_matmul ins(%31, %transposed_33 : tensor<27x16x16xf32>, tensor<27x16x16xf32>) outs(%32 : tensor<27x16x16xf32>) -> tensor<27x16x16xf32>
  %expanded_34 = tensor.expand_shape %cst_13 [[0, 1], [2]] output_shape [1, 7, 16] : tensor<7x16xf32> into tensor<1x7x16xf32>
  %34 = tensor.empty() : tensor<1x16x7xf32>
  %transposed_35 = linalg.transpose ins(%expanded_34 : tensor<1x7x16xf32>) outs(%34 : tensor<1x16x7xf32>) permutation = [0, 2, 1] 
  %35 = tensor.empty() : tensor<7xi64>
  %36 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%35 : tensor<7xi64>) {
  ^bb0(%out: i64):
    %138 = linalg.index 0 : index
    %139 = arith.index_cast %138 : index to i64
    linalg.yield %139 : i64
  } -> tensor<7xi64>
  %37 = tensor.empty() : tensor<7xf32>
  %38 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%36 : tensor<7xi64>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: i64, %out: f32):
    %138 = arith.sitofp %in : i64 to f32
    linalg.yield %138 : f32
  } -> tensor<7xf32>
  %39 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%38 : tensor<7xf32>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.addf %in, %cst_3 : f32
    linalg.yield %138 : f32
  } -> tensor<7xf32>
  %40 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%39 : tensor<7xf32>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.subf %in, %cst_3 : f32
    linalg.yield %138 : f32
  } -> tensor<7xf32>
  %41 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%40 : tensor<7xf32>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.cmpf ult, %in, %cst_0 : f32
    %139 = arith.select %138, %cst_0, %in : f32
    linalg.yield %139 : f32
  } -> tensor<7xf32>
  %42 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%41 : tensor<7xf32>) outs(%35 : tensor<7xi64>) {
  ^bb0(%in: f32, %out: i64):
    %138 = arith.fptosi %in : f32 to i64
    linalg.yield %138 : i64
  } -> tensor<7xi64>
  %43 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%42 : tensor<7xi64>) outs(%35 : tensor<7xi64>) {
  ^bb0(%in: i64, %out: i64):
    %138 = arith.addi %in, %c1_i64 : i64
    linalg.yield %138 : i64
  } -> tensor<7xi64>
  %44 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%43 : tensor<7xi64>) outs(%35 : tensor<7xi64>) {
  ^bb0(%in: i64, %out: i64):
    %138 = arith.minsi %in, %c6_i64 : i64
    linalg.yield %138 : i64
  } -> tensor<7xi64>
  %45 = tensor.empty() : tensor<16xi64>
  %46 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%45 : tensor<16xi64>) {
  ^bb0(%out: i64):
    %138 = linalg.index 0 : index
    %139 = arith.index_cast %138 : index to i64
    linalg.yield %139 : i64
  } -> tensor<16xi64>
  %expanded_36 = tensor.expand_shape %46 [[0, 1]] output_shape [16, 1] : tensor<16xi64> into tensor<16x1xi64>
  %47 = tensor.empty() : tensor<1xi64>
  %48 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%47 : tensor<1xi64>) {
  ^bb0(%out: i64):
    linalg.yield %c0_i64 : i64
  } -> tensor<1xi64>
  %expanded_37 = tensor.expand_shape %48 [[0, 1, 2]] output_shape [1, 1, 1] : tensor<1xi64> into tensor<1x1x1xi64>
  %49 = linalg.generic {indexing_maps = [#map7, #map8, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %expanded_36, %42 : tensor<1x1x1xi64>, tensor<16x1xi64>, tensor<7xi64>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: i64, %in_80: i64, %in_81: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c1_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = arith.cmpi slt, %in_80, %c0_i64 : i64
    %143 = arith.addi %in_80, %c16_i64 : i64
    %144 = arith.select %142, %143, %in_80 : i64
    %145 = arith.index_cast %144 : i64 to index
    %146 = arith.cmpi slt, %in_81, %c0_i64 : i64
    %147 = arith.addi %in_81, %c7_i64 : i64
    %148 = arith.select %146, %147, %in_81 : i64
    %149 = arith.index_cast %148 : i64 to index
    %extracted = tensor.extract %transposed_35[%141, %145, %149] : tensor<1x16x7xf32>
    linalg.yield %extracted : f32
  } -> tensor<1x16x7xf32>
  %50 = linalg.generic {indexing_maps = [#map7, #map8, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %expanded_36, %44 : tensor<1x1x1xi64>, tensor<16x1xi64>, tensor<7xi64>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: i64, %in_80: i64, %in_81: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c1_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = arith.cmpi slt, %in_80, %c0_i64 : i64
    %143 = arith.addi %in_80, %c16_i64 : i64
    %144 = arith.select %142, %143, %in_80 : i64
    %145 = arith.index_cast %144 : i64 to index
    %146 = arith.cmpi slt, %in_81, %c0_i64 : i64
    %147 = arith.addi %in_81, %c7_i64 : i64
    %148 = arith.select %146, %147, %in_81 : i64
    %149 = arith.index_cast %148 : i64 to index
    %extracted = tensor.extract %transposed_35[%141, %145, %149] : tensor<1x16x7xf32>
    linalg.yield %extracted : f32
  } -> tensor<1x16x7xf32>
  %51 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%41, %42 : tensor<7xf32>, tensor<7xi64>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: f32, %in_80: i64, %out: f32):
    %138 = arith.sitofp %in_80 : i64 to f32
    %139 = arith.subf %in, %138 : f32
    linalg.yield %139 : f32
  } -> tensor<7xf32>
  %52 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = ["parallel"]} ins(%51 : tensor<7xf32>) outs(%37 : tensor<7xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.cmpf ult, %in, %cst_0 : f32
    %139 = arith.select %138, %cst_0, %in : f32
    %140 = arith.cmpf ugt, %139, %cst_2 : f32
    %141 = arith.select %140, %cst_2, %139 : f32
    linalg.yield %141 : f32
  } -> tensor<7xf32>
  %53 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%50, %49 : tensor<1x16x7xf32>, tensor<1x16x7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %54 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53, %52 : tensor<1x16x7xf32>, tensor<7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %55 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49, %54 : tensor<1x16x7xf32>, tensor<1x16x7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %collapsed_38 = tensor.collapse_shape %55 [[0, 1], [2]] : tensor<1x16x7xf32> into tensor<16x7xf32>
  %56 = tensor.empty() : tensor<7x16xf32>
  %transposed_39 = linalg.transpose ins(%collapsed_38 : tensor<16x7xf32>) outs(%56 : tensor<7x16xf32>) permutation = [1, 0] 
  %57 = tensor.empty() : tensor<4xi64>
  %58 = linalg.generic {indexing_maps = [#map6], iterator_types = ["parallel"]} outs(%57 : tensor<4xi64>) {
  ^bb0(%out: i64):
    %138 = linalg.index 0 : index
    %139 = arith.index_cast %138 : index to i64
    linalg.yield %139 : i64
  } -> tensor<4xi64>
  %expanded_40 = tensor.expand_shape %58 [[0, 1]] output_shape [4, 1] : tensor<4xi64> into tensor<4x1xi64>
  %59 = tensor.empty() : tensor<4x1xf32>
  %60 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_40 : tensor<4x1xi64>) outs(%59 : tensor<4x1xf32>) {
  ^bb0(%in: i64, %out: f32):
    %138 = arith.sitofp %in : i64 to f32
    linalg.yield %138 : f32
  } -> tensor<4x1xf32>
  %expanded_41 = tensor.expand_shape %58 [[0, 1]] output_shape [1, 4] : tensor<4xi64> into tensor<1x4xi64>
  %61 = tensor.empty() : tensor<1x4xf32>
  %62 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%expanded_41 : tensor<1x4xi64>) outs(%61 : tensor<1x4xf32>) {
  ^bb0(%in: i64, %out: f32):
    %138 = arith.sitofp %in : i64 to f32
    linalg.yield %138 : f32
  } -> tensor<1x4xf32>
  %63 = tensor.empty() : tensor<4x4xf32>
  %64 = linalg.generic {indexing_maps = [#map10, #map11, #map4], iterator_types = ["parallel", "parallel"]} ins(%60, %62 : tensor<4x1xf32>, tensor<1x4xf32>) outs(%63 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<4x4xf32>
  %65 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<4x4xf32>) outs(%63 : tensor<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.addf %in, %cst_22 : f32
    linalg.yield %138 : f32
  } -> tensor<4x4xf32>
  %66 = tensor.empty() : tensor<4x4xi64>
  %67 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<4x4xf32>) outs(%66 : tensor<4x4xi64>) {
  ^bb0(%in: f32, %out: i64):
    %138 = arith.fptosi %in : f32 to i64
    linalg.yield %138 : i64
  } -> tensor<4x4xi64>
  %68 = tensor.empty() : tensor<4x4x16xf32>
  %69 = linalg.generic {indexing_maps = [#map12, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<4x4xi64>) outs(%68 : tensor<4x4x16xf32>) {
  ^bb0(%in: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c7_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = linalg.index 2 : index
    %extracted = tensor.extract %transposed_39[%141, %142] : tensor<7x16xf32>
    linalg.yield %extracted : f32
  } -> tensor<4x4x16xf32>
  %expanded_42 = tensor.expand_shape %cst_12 [[0, 1], [2]] output_shape [1, 7, 16] : tensor<7x16xf32> into tensor<1x7x16xf32>
  %transposed_43 = linalg.transpose ins(%expanded_42 : tensor<1x7x16xf32>) outs(%34 : tensor<1x16x7xf32>) permutation = [0, 2, 1] 
  %70 = linalg.generic {indexing_maps = [#map7, #map8, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %expanded_36, %42 : tensor<1x1x1xi64>, tensor<16x1xi64>, tensor<7xi64>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: i64, %in_80: i64, %in_81: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c1_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = arith.cmpi slt, %in_80, %c0_i64 : i64
    %143 = arith.addi %in_80, %c16_i64 : i64
    %144 = arith.select %142, %143, %in_80 : i64
    %145 = arith.index_cast %144 : i64 to index
    %146 = arith.cmpi slt, %in_81, %c0_i64 : i64
    %147 = arith.addi %in_81, %c7_i64 : i64
    %148 = arith.select %146, %147, %in_81 : i64
    %149 = arith.index_cast %148 : i64 to index
    %extracted = tensor.extract %transposed_43[%141, %145, %149] : tensor<1x16x7xf32>
    linalg.yield %extracted : f32
  } -> tensor<1x16x7xf32>
  %71 = linalg.generic {indexing_maps = [#map7, #map8, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37, %expanded_36, %44 : tensor<1x1x1xi64>, tensor<16x1xi64>, tensor<7xi64>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: i64, %in_80: i64, %in_81: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c1_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = arith.cmpi slt, %in_80, %c0_i64 : i64
    %143 = arith.addi %in_80, %c16_i64 : i64
    %144 = arith.select %142, %143, %in_80 : i64
    %145 = arith.index_cast %144 : i64 to index
    %146 = arith.cmpi slt, %in_81, %c0_i64 : i64
    %147 = arith.addi %in_81, %c7_i64 : i64
    %148 = arith.select %146, %147, %in_81 : i64
    %149 = arith.index_cast %148 : i64 to index
    %extracted = tensor.extract %transposed_43[%141, %145, %149] : tensor<1x16x7xf32>
    linalg.yield %extracted : f32
  } -> tensor<1x16x7xf32>
  %72 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %70 : tensor<1x16x7xf32>, tensor<1x16x7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %73 = linalg.generic {indexing_maps = [#map5, #map9, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %52 : tensor<1x16x7xf32>, tensor<7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %74 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %73 : tensor<1x16x7xf32>, tensor<1x16x7xf32>) outs(%34 : tensor<1x16x7xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x16x7xf32>
  %collapsed_44 = tensor.collapse_shape %74 [[0, 1], [2]] : tensor<1x16x7xf32> into tensor<16x7xf32>
  %transposed_45 = linalg.transpose ins(%collapsed_44 : tensor<16x7xf32>) outs(%56 : tensor<7x16xf32>) permutation = [1, 0] 
  %75 = linalg.generic {indexing_maps = [#map12, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<4x4xi64>) outs(%68 : tensor<4x4x16xf32>) {
  ^bb0(%in: i64, %out: f32):
    %138 = arith.cmpi slt, %in, %c0_i64 : i64
    %139 = arith.addi %in, %c7_i64 : i64
    %140 = arith.select %138, %139, %in : i64
    %141 = arith.index_cast %140 : i64 to index
    %142 = linalg.index 2 : index
    %extracted = tensor.extract %transposed_45[%141, %142] : tensor<7x16xf32>
    linalg.yield %extracted : f32
  } -> tensor<4x4x16xf32>
  %expanded_46 = tensor.expand_shape %collapsed_30 [[0], [1, 2], [3, 4]] output_shape [27, 4, 4, 16, 1] : tensor<27x16x16xf32> into tensor<27x4x4x16x1xf32>
  %expanded_47 = tensor.expand_shape %69 [[0], [1], [2, 3, 4]] output_shape [4, 4, 16, 1, 1] : tensor<4x4x16xf32> into tensor<4x4x16x1x1xf32>
  %76 = tensor.empty() : tensor<4x27x4x16x1xf32>
  %transposed_48 = linalg.transpose ins(%expanded_46 : tensor<27x4x4x16x1xf32>) outs(%76 : tensor<4x27x4x16x1xf32>) permutation = [1, 0, 2, 3, 4] 
  %collapsed_49 = tensor.collapse_shape %transposed_48 [[0], [1, 2], [3, 4]] : tensor<4x27x4x16x1xf32> into tensor<4x108x16xf32>
  %77 = tensor.empty() : tensor<4x16x4x1x1xf32>
  %transposed_50 = linalg.transpose ins(%expanded_47 : tensor<4x4x16x1x1xf32>) outs(%77 : tensor<4x16x4x1x1xf32>) permutation = [0, 2, 1, 3, 4] 
  %collapsed_51 = tensor.collapse_shape %transposed_50 [[0], [1], [2, 3, 4]] : tensor<4x16x4x1x1xf32> into tensor<4x16x4xf32>
  %78 = tensor.empty() : tensor<4x108x4xf32>
  %79 = linalg.fill ins(%cst_0 : f32) outs(%78 : tensor<4x108x4xf32>) -> tensor<4x108x4xf32>
  %80 = linalg.batch_matmul ins(%collapsed_49, %collapsed_51 : tensor<4x108x16xf32>, tensor<4x16x4xf32>) outs(%79 : tensor<4x108x4xf32>) -> tensor<4x108x4xf32>
  %expanded_52 = tensor.expand_shape %80 [[0], [1, 2], [3, 4]] output_shape [4, 27, 4, 1, 4] : tensor<4x108x4xf32> into tensor<4x27x4x1x4xf32>
  %81 = tensor.empty() : tensor<27x4x4x4x1xf32>
  %transposed_53 = linalg.transpose ins(%expanded_52 : tensor<4x27x4x1x4xf32>) outs(%81 : tensor<27x4x4x4x1xf32>) permutation = [1, 0, 2, 4, 3] 
  %expanded_54 = tensor.expand_shape %75 [[0], [1], [2, 3, 4]] output_shape [4, 4, 16, 1, 1] : tensor<4x4x16xf32> into tensor<4x4x16x1x1xf32>
  %transposed_55 = linalg.transpose ins(%expanded_46 : tensor<27x4x4x16x1xf32>) outs(%76 : tensor<4x27x4x16x1xf32>) permutation = [2, 0, 1, 3, 4] 
  %collapsed_56 = tensor.collapse_shape %transposed_55 [[0], [1, 2], [3, 4]] : tensor<4x27x4x16x1xf32> into tensor<4x108x16xf32>
  %transposed_57 = linalg.transpose ins(%expanded_54 : tensor<4x4x16x1x1xf32>) outs(%77 : tensor<4x16x4x1x1xf32>) permutation = [0, 2, 1, 3, 4] 
  %collapsed_58 = tensor.collapse_shape %transposed_57 [[0], [1], [2, 3, 4]] : tensor<4x16x4x1x1xf32> into tensor<4x16x4xf32>
  %82 = linalg.batch_matmul ins(%collapsed_56, %collapsed_58 : tensor<4x108x16xf32>, tensor<4x16x4xf32>) outs(%79 : tensor<4x108x4xf32>) -> tensor<4x108x4xf32>
  %expanded_59 = tensor.expand_shape %82 [[0], [1, 2], [3, 4]] output_shape [4, 27, 4, 1, 4] : tensor<4x108x4xf32> into tensor<4x27x4x1x4xf32>
  %transposed_60 = linalg.transpose ins(%expanded_59 : tensor<4x27x4x1x4xf32>) outs(%81 : tensor<27x4x4x4x1xf32>) permutation = [1, 2, 0, 4, 3] 
  %collapsed_61 = tensor.collapse_shape %transposed_60 [[0], [1], [2], [3, 4]] : tensor<27x4x4x4x1xf32> into tensor<27x4x4x4xf32>
  %expanded_62 = tensor.expand_shape %collapsed_61 [[0], [1], [2], [3, 4]] output_shape [27, 4, 4, 1, 4] : tensor<27x4x4x4xf32> into tensor<27x4x4x1x4xf32>
  %83 = tensor.empty() : tensor<27x4x4x4x4xf32>
  %84 = linalg.generic {indexing_maps = [#map13, #map14, #map15], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%transposed_53, %expanded_62 : tensor<27x4x4x4x1xf32>, tensor<27x4x4x1x4xf32>) outs(%83 : tensor<27x4x4x4x4xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<27x4x4x4x4xf32>
  %collapsed_63 = tensor.collapse_shape %84 [[0], [1, 2], [3, 4]] : tensor<27x4x4x4x4xf32> into tensor<27x16x16xf32>
  %85 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%33, %collapsed_63 : tensor<27x16x16xf32>, tensor<27x16x16xf32>) outs(%30 : tensor<27x16x16xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x16xf32>
  %86 = tensor.empty() : tensor<27x16xi64>
  %87 = linalg.fill ins(%c0_i64 : i64) outs(%86 : tensor<27x16xi64>) -> tensor<27x16xi64>
  %88 = tensor.empty() : tensor<27x16xf32>
  %89 = linalg.fill ins(%cst_1 : f32) outs(%88 : tensor<27x16xf32>) -> tensor<27x16xf32>
  %90:2 = linalg.generic {indexing_maps = [#map5, #map12, #map12], iterator_types = ["parallel", "parallel", "reduction"]} ins(%85 : tensor<27x16x16xf32>) outs(%89, %87 : tensor<27x16xf32>, tensor<27x16xi64>) {
  ^bb0(%in: f32, %out: f32, %out_80: i64):
    %138 = linalg.index 2 : index
    %139 = arith.index_cast %138 : index to i64
    %140 = arith.maximumf %in, %out : f32
    %141 = arith.cmpf ogt, %in, %out : f32
    %142 = arith.select %141, %139, %out_80 : i64
    linalg.yield %140, %142 : f32, i64
  } -> (tensor<27x16xf32>, tensor<27x16xi64>)
  %expanded_64 = tensor.expand_shape %90#0 [[0], [1, 2]] output_shape [27, 16, 1] : tensor<27x16xf32> into tensor<27x16x1xf32>
  %91 = linalg.generic {indexing_maps = [#map5, #map16, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%85, %expanded_64 : tensor<27x16x16xf32>, tensor<27x16x1xf32>) outs(%30 : tensor<27x16x16xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x16xf32>
  %92 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%91 : tensor<27x16x16xf32>) outs(%30 : tensor<27x16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = math.exp %in : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x16xf32>
  %93 = tensor.empty() : tensor<27x16x1xf32>
  %94 = linalg.fill ins(%cst_0 : f32) outs(%93 : tensor<27x16x1xf32>) -> tensor<27x16x1xf32>
  %95 = linalg.generic {indexing_maps = [#map5, #map16], iterator_types = ["parallel", "parallel", "reduction"]} ins(%92 : tensor<27x16x16xf32>) outs(%94 : tensor<27x16x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.addf %in, %out : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x1xf32>
  %96 = linalg.generic {indexing_maps = [#map5, #map16, #map5], iterator_types = ["parallel", "parallel", "parallel"]} ins(%92, %95 : tensor<27x16x16xf32>, tensor<27x16x1xf32>) outs(%30 : tensor<27x16x16xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.divf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<27x16x16xf32>
  %97 = linalg.batch_matmul ins(%96, %collapsed_32 : tensor<27x16x16xf32>, tensor<27x16x16xf32>) outs(%32 : tensor<27x16x16xf32>) -> tensor<27x16x16xf32>
  %expanded_65 = tensor.expand_shape %97 [[0, 1], [2, 3], [4]] output_shape [9, 3, 4, 4, 16] : tensor<27x16x16xf32> into tensor<9x3x4x4x16xf32>
  %98 = tensor.empty() : tensor<9x4x4x3x16xf32>
  %transposed_66 = linalg.transpose ins(%expanded_65 : tensor<9x3x4x4x16xf32>) outs(%98 : tensor<9x4x4x3x16xf32>) permutation = [0, 2, 3, 1, 4] 
  %collapsed_67 = tensor.collapse_shape %transposed_66 [[0, 1, 2], [3, 4]] : tensor<9x4x4x3x16xf32> into tensor<144x48xf32>
  %99 = tensor.empty() : tensor<48x48xf32>
  %transposed_68 = linalg.transpose ins(%cst_11 : tensor<48x48xf32>) outs(%99 : tensor<48x48xf32>) permutation = [1, 0] 
  %100 = tensor.empty() : tensor<144x48xf32>
  %101 = linalg.fill ins(%cst_0 : f32) outs(%100 : tensor<144x48xf32>) -> tensor<144x48xf32>
  %102 = linalg.matmul ins(%collapsed_67, %transposed_68 : tensor<144x48xf32>, tensor<48x48xf32>) outs(%101 : tensor<144x48xf32>) -> tensor<144x48xf32>
  %103 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_10 : tensor<48xf32>) outs(%100 : tensor<144x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<144x48xf32>
  %104 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%102, %103 : tensor<144x48xf32>, tensor<144x48xf32>) outs(%100 : tensor<144x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<144x48xf32>
  %expanded_69 = tensor.expand_shape %104 [[0, 1, 2, 3, 4], [5]] output_shape [1, 3, 3, 4, 4, 48] : tensor<144x48xf32> into tensor<1x3x3x4x4x48xf32>
  %105 = tensor.empty() : tensor<1x3x4x3x4x48xf32>
  %transposed_70 = linalg.transpose ins(%expanded_69 : tensor<1x3x3x4x4x48xf32>) outs(%105 : tensor<1x3x4x3x4x48xf32>) permutation = [0, 1, 3, 2, 4, 5] 
  %collapsed_71 = tensor.collapse_shape %transposed_70 [[0], [1, 2], [3, 4], [5]] : tensor<1x3x4x3x4x48xf32> into tensor<1x12x12x48xf32>
  %extracted_slice_72 = tensor.extract_slice %collapsed_71[0, 0, 0, 0] [1, 10, 12, 48] [1, 1, 1, 1] : tensor<1x12x12x48xf32> to tensor<1x10x12x48xf32>
  %extracted_slice_73 = tensor.extract_slice %extracted_slice_72[0, 0, 0, 0] [1, 10, 10, 48] [1, 1, 1, 1] : tensor<1x10x12x48xf32> to tensor<1x10x10x48xf32>
  %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %extracted_slice_73 : tensor<1x10x10x48xf32>, tensor<1x10x10x48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %107 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106 : tensor<1x10x10x48xf32>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f32, %out: f64):
    %138 = arith.extf %in : f32 to f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %108 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%107 : tensor<1x10x10x48xf64>) outs(%3 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.addf %in, %out : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%108 : tensor<1x10x10x1xf64>) outs(%2 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.divf %in, %cst_19 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %110 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %109 : tensor<1x10x10x48xf64>, tensor<1x10x10x1xf64>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f64, %in_80: f64, %out: f64):
    %138 = arith.subf %in, %in_80 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%110, %110 : tensor<1x10x10x48xf64>, tensor<1x10x10x48xf64>) outs(%0 : tensor<1x10x10x48xf64>) {
  ^bb0(%in: f64, %in_80: f64, %out: f64):
    %138 = arith.mulf %in, %in_80 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x48xf64>
  %112 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%111 : tensor<1x10x10x48xf64>) outs(%3 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.addf %in, %out : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112 : tensor<1x10x10x1xf64>) outs(%2 : tensor<1x10x10x1xf64>) {
  ^bb0(%in: f64, %out: f64):
    %138 = arith.divf %in, %cst_19 : f64
    linalg.yield %138 : f64
  } -> tensor<1x10x10x1xf64>
  %114 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113 : tensor<1x10x10x1xf64>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f64, %out: f32):
    %138 = arith.truncf %in : f64 to f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %115 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%106 : tensor<1x10x10x48xf32>) outs(%12 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.addf %in, %out : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %116 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.divf %in, %cst_20 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%114 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.truncf %cst_18 : f64 to f32
    %139 = arith.addf %in, %138 : f32
    linalg.yield %139 : f32
  } -> tensor<1x10x10x1xf32>
  %118 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117 : tensor<1x10x10x1xf32>) outs(%10 : tensor<1x10x10x1xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = math.rsqrt %in : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x1xf32>
  %119 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %116 : tensor<1x10x10x48xf32>, tensor<1x10x10x1xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.subf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %120 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119, %118 : tensor<1x10x10x48xf32>, tensor<1x10x10x1xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %121 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%120, %cst_9 : tensor<1x10x10x48xf32>, tensor<48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.mulf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %122 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%121, %cst_8 : tensor<1x10x10x48xf32>, tensor<48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  %collapsed_74 = tensor.collapse_shape %122 [[0, 1, 2], [3]] : tensor<1x10x10x48xf32> into tensor<100x48xf32>
  %123 = tensor.empty() : tensor<48x96xf32>
  %transposed_75 = linalg.transpose ins(%cst_7 : tensor<96x48xf32>) outs(%123 : tensor<48x96xf32>) permutation = [1, 0] 
  %124 = tensor.empty() : tensor<100x96xf32>
  %125 = linalg.fill ins(%cst_0 : f32) outs(%124 : tensor<100x96xf32>) -> tensor<100x96xf32>
  %126 = linalg.matmul ins(%collapsed_74, %transposed_75 : tensor<100x48xf32>, tensor<48x96xf32>) outs(%125 : tensor<100x96xf32>) -> tensor<100x96xf32>
  %127 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_6 : tensor<96xf32>) outs(%124 : tensor<100x96xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<100x96xf32>
  %128 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%126, %127 : tensor<100x96xf32>, tensor<100x96xf32>) outs(%124 : tensor<100x96xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<100x96xf32>
  %expanded_76 = tensor.expand_shape %128 [[0, 1, 2], [3]] output_shape [1, 10, 10, 96] : tensor<100x96xf32> into tensor<1x10x10x96xf32>
  %129 = tensor.empty() : tensor<1x10x10x96xf32>
  %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_76 : tensor<1x10x10x96xf32>) outs(%129 : tensor<1x10x10x96xf32>) {
  ^bb0(%in: f32, %out: f32):
    %138 = arith.divf %in, %cst_23 : f32
    %139 = math.erf %138 : f32
    %140 = arith.addf %139, %cst_2 : f32
    %141 = arith.mulf %140, %cst_3 : f32
    %142 = arith.mulf %in, %141 : f32
    linalg.yield %142 : f32
  } -> tensor<1x10x10x96xf32>
  %collapsed_77 = tensor.collapse_shape %130 [[0, 1, 2], [3]] : tensor<1x10x10x96xf32> into tensor<100x96xf32>
  %131 = tensor.empty() : tensor<96x48xf32>
  %transposed_78 = linalg.transpose ins(%cst_5 : tensor<48x96xf32>) outs(%131 : tensor<96x48xf32>) permutation = [1, 0] 
  %132 = tensor.empty() : tensor<100x48xf32>
  %133 = linalg.fill ins(%cst_0 : f32) outs(%132 : tensor<100x48xf32>) -> tensor<100x48xf32>
  %134 = linalg.matmul ins(%collapsed_77, %transposed_78 : tensor<100x96xf32>, tensor<96x48xf32>) outs(%133 : tensor<100x48xf32>) -> tensor<100x48xf32>
  %135 = linalg.generic {indexing_maps = [#map3, #map4], iterator_types = ["parallel", "parallel"]} ins(%cst_4 : tensor<48xf32>) outs(%132 : tensor<100x48xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<100x48xf32>
  %136 = linalg.generic {indexing_maps = [#map4, #map4, #map4], iterator_types = ["parallel", "parallel"]} ins(%134, %135 : tensor<100x48xf32>, tensor<100x48xf32>) outs(%132 : tensor<100x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<100x48xf32>
  %expanded_79 = tensor.expand_shape %136 [[0, 1, 2], [3]] output_shape [1, 10, 10, 48] : tensor<100x48xf32> into tensor<1x10x10x48xf32>
  %137 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%106, %expanded_79 : tensor<1x10x10x48xf32>, tensor<1x10x10x48xf32>) outs(%17 : tensor<1x10x10x48xf32>) {
  ^bb0(%in: f32, %in_80: f32, %out: f32):
    %138 = arith.addf %in, %in_80 : f32
    linalg.yield %138 : f32
  } -> tensor<1x10x10x48xf32>
  return %137 : tensor<1x10x10x48xf32>
}
