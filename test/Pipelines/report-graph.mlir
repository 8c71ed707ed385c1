// Writes the plan as a Graphviz graph if the name of the report ends in .dot.
// RUN: rm -rf %t && mkdir %t && cp %s %t/in.mlir && cd %t
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc strategy=optimal report=plan.dot" -o out.mlir
// RUN: FileCheck %s < plan.dot
// RUN: layout-opt in.mlir --layout-pipeline="target=nhwc strategy=optimal" | diff out.mlir -

// When passes run one by one, layout-flow collects the graph only if an option
// asks for it.
// RUN: layout-opt in.mlir --layout-raise --layout-freeze=target=nhwc --layout-fold --layout-flow="strategy=optimal for-report=graph" --layout-report=path=passes.dot -o /dev/null
// RUN: diff plan.dot passes.dot
// RUN: layout-opt in.mlir --layout-freeze=target=nhwc --layout-flow --layout-report=path=empty.dot -o /dev/null
// RUN: FileCheck %s --check-prefix=EMPTY --match-full-lines < empty.dot
//      EMPTY:digraph plan {
//  EMPTY-NOT:{{.*}}subgraph{{.*}}
//      EMPTY:}

//      CHECK: digraph plan {
//      CHECK:   subgraph cluster_0_0 {
// CHECK-NEXT:     label="1 · conv_2d_nhwc_hwcf ×2";
// CHECK-NEXT:     g0n[[ARG:[0-9]+]] [label="argument 0 of @block\n1x64x56x56xf32 NCHW", fillcolor="#bdd5ef", tooltip="in.mlir:[[# @LINE + 12]]:18"];
// CHECK-NEXT:     g0n[[CONV1:[0-9]+]] [label="conv_2d_nhwc_hwcf\n1x64x56x56xf32 NHWC", fillcolor="#bdefcf", tooltip="in.mlir:[[# @LINE + 14]]:8\nin memory 1x56x56x64xf32", penwidth=2];
// CHECK-NEXT:     g0n[[MAX:[0-9]+]] [label="max\n1x64x56x56xf32 NHWC", fillcolor="#bdefcf", tooltip="{{.*}}"];
// CHECK-NEXT:     g0n[[CONV2:[0-9]+]] [label="conv_2d_nhwc_hwcf\n1x64x56x56xf32 NHWC"
// CHECK-NEXT:     g0n[[RETURN:[0-9]+]] [label="func.return\n1x64x56x56xf32 NCHW", fillcolor="#bdd5ef"
// CHECK-NEXT:   }
//      CHECK:   g0n[[ARG]] -> g0n[[CONV1]] [color=red, fontcolor=red, penwidth=2, label="1,605,632 bytes\nNCHW to NHWC"];
// CHECK-NEXT:   g0n[[CONV1]] -> g0n[[MAX]];
// CHECK-NEXT:   g0n[[MAX]] -> g0n[[CONV2]];
// CHECK-NEXT:   g0n[[CONV2]] -> g0n[[RETURN]] [color=red, fontcolor=red, penwidth=2, label="1,605,632 bytes\nNHWC to NCHW"];
// CHECK-NEXT: }

func.func @block(%x: tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32> {
  %w = arith.constant dense<0.01> : tensor<64x64x1x1xf32>
  %zero = arith.constant dense<0.0> : tensor<1x64x56x56xf32>
  %0 = linalg.conv_2d_nchw_fchw
      ins(%x, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %1 = linalg.max
      ins(%0, %zero : tensor<1x64x56x56xf32>, tensor<1x64x56x56xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  %2 = linalg.conv_2d_nchw_fchw
      ins(%1, %w : tensor<1x64x56x56xf32>, tensor<64x64x1x1xf32>)
      outs(%zero : tensor<1x64x56x56xf32>) -> tensor<1x64x56x56xf32>
  return %2 : tensor<1x64x56x56xf32>
}
