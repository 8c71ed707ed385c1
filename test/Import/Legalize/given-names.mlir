// `layout.given` names each dim of a value once, by a letter, `*` or a name in
// braces. Anything else is an error at the value, whether or not a layout there
// needs the names.
// Covers: P16, P18
// RUN: layout-opt %s --layout-legalize -verify-diagnostics -split-input-file -o /dev/null

func.func @names(%a: tensor<2x3x4x5xf32> {layout.given = "NCHW"}, %b: tensor<2x3x4x5xf32> {layout.given = "N*H{width}"},
                 %c: tensor<f32> {layout.given = ""}) -> (tensor<2x3x4x5xf32> {layout.given = "NCHW"}) {
  %0 = math.exp %a {layout.given = "NCHW"} : tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// -----

// A caller's blocks are no names, but layout.adapt reads them.
func.func @blocks(%x: tensor<2x1x4x5x4xf32> {layout.given = "NCHW4c"}) -> tensor<2x4x4x5xf32> {
  %0 = layout.adapt %x as "NCHW" : tensor<2x1x4x5x4xf32> to tensor<2x4x4x5xf32>
  return %0 : tensor<2x4x4x5xf32>
}

// -----

// expected-error@+1 {{'layout.given': layout 'NCHHW' requires each name once, found 'H' again}}
func.func @again(%x: tensor<2x3x4x5xf32> {layout.given = "NCHHW"}) {
  return
}

// -----

// Both places are found.
// expected-error@+2 {{'layout.given': layout 'NNNN' requires each name once, found 'N' again}}
// expected-error@+1 {{'layout.given': layout 'NC{n}{n}' requires a name of several letters, digits and '_' in braces, a letter first, found 'n'}}
func.func @same(%x: tensor<2x3x4x5xf32> {layout.given = "NNNN"}, %y: tensor<2x3x4x5xf32> {layout.given = "NC{n}{n}"}) {
  return
}

// -----

// expected-error@+1 {{'layout.given': layout 'N1CHW' requires a letter, '*' or a name in braces, found '1CHW'}}
func.func @number(%x: tensor<2x3x4x5x6xf32> {layout.given = "N1CHW"}) {
  return
}

// -----

// expected-error@+1 {{requires 4 names in 'layout.given' for 'tensor<2x3x4x5xf32>', found 'NCHW -> NHWC'}}
func.func @layout(%x: tensor<2x3x4x5xf32> {layout.given = "NCHW -> NHWC"}) {
  return
}

// -----

// expected-error@+1 {{requires 4 names in 'layout.given' for 'tensor<2x3x4x5xf32>', found 'nchw'}}
func.func @tag(%x: tensor<2x3x4x5xf32> {layout.given = "nchw"}) {
  return
}

// -----

// expected-error@+1 {{requires 2 names in 'layout.given' for 'tensor<?x5xf32>', found ''}}
func.func @none(%x: tensor<?x5xf32> {layout.given = ""}) {
  return
}

// -----

func.func @op(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{'layout.given': layout 'MM' requires each name once, found 'M' again}}
  %0 = math.exp %x {layout.given = "MM"} : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// expected-error@+1 {{requires 2 names in 'layout.given' for 'tensor<4x5xf32>', found 'NCHW'}}
func.func @result(%x: tensor<4x5xf32>) -> (tensor<4x5xf32> {layout.given = "NCHW"}) {
  return %x : tensor<4x5xf32>
}

// -----

// expected-error@+1 {{requires 2 names in 'layout.given' for 'tensor<4x5xf32>', found 'M'}}
func.func private @declared(tensor<4x5xf32> {layout.given = "M"})

// -----

// expected-error@+1 {{argument 0: layout 'NHHC' requires each upper-case letter once, found 'H' again}}
func.func @caller(%x: tensor<2x3x4x5xf32> {layout.tensor_layout = "NCHW -> NHHC"}) {
  return
}

// -----

func.func @required(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{layout 'KKM' requires each upper-case letter once, found 'K' again}}
  %0 = math.exp %x {layout.require = "MK -> KKM"} : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

func.func @preferred(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error@+1 {{layout 'KM' requires dims 'KM' in some order, found 'M1K'}}
  %0 = math.exp %x {layout.prefer = "M1K -> KM"} : tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
