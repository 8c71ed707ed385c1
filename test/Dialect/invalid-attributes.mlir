// Covers: D9, B31
//
// RUN: layout-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{requires distinct dim names, found 'n' twice}}
#map = #layout.index_map<(n, c, n) -> (n, c)>

// -----

// A map uses its own dims only.
// expected-error@+1 {{use of undeclared identifier}}
#map = #layout.index_map<(n, c) -> (n, w)>

// -----

// expected-error@+1 {{expected ')'}}
#map = #layout.index_map<(n, c) -> (n c)>

// -----

// expected-error@+1 {{expected '->'}}
#map = #layout.index_map<(n, c) = (n, c)>

// -----

// expected-error@+1 {{requires divisors of at least 1, found d0 mod 0}}
#map = #layout.index_map<(n) -> (n mod 0)>

// -----

// expected-error@+1 {{requires divisors of at least 1, found d0 floordiv -4}}
#map = #layout.index_map<(n) -> (n floordiv -4)>

// -----

// expected-error@+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
#map = #layout.index_map<(n, c) -> (n * c)>

// -----

// expected-error@+1 {{expected '>'}}
#edge = #layout.edge_layout<_ pad [0]>

// -----

// expected-error@+1 {{requires a padding of 2 widths, found 1}}
#edge = #layout.edge_layout<<(n, c) -> (c, n)> pad [0]>

// -----

// expected-error@+1 {{requires padding widths of at least 0, found -13}}
#edge = #layout.edge_layout<<(n, c) -> (c, n)> pad [0, -13]>

// -----

// expected-error@+1 {{requires a map without axis separators}}
#edge = #layout.edge_layout<<(n, c) -> (c | n)>>

// -----

// expected-error@+1 {{requires a cost of at least 0 bytes, found -1}}
#op = #layout.op_layout<operands = [_], results = [_], cost = -1>

// -----

// expected-error@+1 {{requires padding of at least 0 bytes, found -1}}
#op = #layout.op_layout<operands = [_], results = [_], padding = -1>

// -----

// expected-error@+1 {{requires 'cost', 'padding' or 'order', found 'price'}}
#op = #layout.op_layout<operands = [_], results = [_], price = 1>

// -----

// expected-error@+1 {{requires operands as they stand ('_') or with the identity, and results as they stand, for an order, found other maps beside 'head_major'}}
#op = #layout.op_layout<operands = [<(m, k) -> (k, m)>, _], results = [_], order = head_major>

// -----

// expected-error@+1 {{expected one of [given, head_major, absorbed] for the order of operands, got: any}}
#op = #layout.op_layout<operands = [_], results = [_], cost = 0, order = any>

// -----

// expected-error@+1 {{expected 'results'}}
#op = #layout.op_layout<operands = [_], outs = [_]>

// -----

// expected-error@+1 {{requires a factor such as f0}}
#rule = #layout.rule<factors = [4], operands = [[g0] : 4], results = []>

// -----

// expected-error@+1 {{requires factor numbers below 1, found f1}}
#rule = #layout.rule<factors = [4], operands = [[f1] : 4], results = []>

// -----

// expected-error@+1 {{requires factors of extent 1 or more, found 0}}
#rule = #layout.rule<factors = [0], operands = [], results = []>

// -----

// expected-error@+1 {{requires a dim of size 12 for its factors, found 13}}
#rule = #layout.rule<factors = [4, 3], operands = [[(f0, f1)] : 13], results = []>

// -----

// expected-error@+1 {{requires a dynamic factor to be the first one of a dim, found f0 after another one}}
#rule = #layout.rule<factors = [?, 3], operands = [[(f1, f0)] : ?], results = []>

// -----

// expected-error@+1 {{requires a piece within the 8 elements of f0, found 3 elements from 6 on}}
#rule = #layout.rule<factors = [8], operands = [[f0 + 6] : 3], results = []>

// -----

// expected-error@+1 {{requires a shape of 2 dims, found 1}}
#rule = #layout.rule<factors = [4, 3], operands = [[f0, f1] : 4], results = []>

// -----

// expected-error@+1 {{requires a factor to access a port once, found f0 twice}}
#rule = #layout.rule<factors = [4], operands = [[f0, f0] : 4x4], results = []>

// -----

// expected-error@+1 {{requires a window to follow one of its factors, found f2}}
#rule = #layout.rule<factors = [4, 3, 2], operands = [[window(f0, f1 at f2)] : 6], results = []>

// -----

// expected-error@+1 {{expected 'operands'}}
#rule = #layout.rule<factors = [4], results = []>

// -----

// expected-error@+1 {{requires a box of extents, found none}}
#map = #layout.index_map<(i, j) -> (j, i) in []>
