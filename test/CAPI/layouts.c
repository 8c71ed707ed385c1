// Layouts from C: notations, the algebra, proofs, buffers, explanations.
//
// RUN: layout-c-layouts | FileCheck %s
//
// Covers: D1, D2, D3, D5, D9, D10, B6

#include "layout-c/Explain.h"
#include "layout-c/IndexMap.h"

#include "common.h"

static void printAttribute(const char *title, MlirAttribute attribute) {
  printf("%s: ", title);
  if (mlirAttributeIsNull(attribute))
    printf("none");
  else
    mlirAttributePrint(attribute, print, NULL);
  printf("\n");
}

static void printNumbers(const char *title, int count, const int64_t *numbers) {
  printf("%s:", title);
  for (int i = 0; i < count; ++i)
    printf(" %d", (int)numbers[i]);
  printf("\n");
}

static void printVerdict(const char *title, LayoutVerdict verdict) {
  const char *words[] = {"proved", "refuted", "unknown"};
  printf("%s: %s\n", title, words[verdict]);
}

static void readNotations(MlirContext context) {
  int64_t shape[] = {1, 64, 8, 8};
  MlirStringRef none = text("");
  printAttribute("letters",
                 layoutIndexMapAttrParse(context, text("NCHW16c"), none));
  printAttribute("from NHWC", layoutIndexMapAttrParse(context, text("NCHW16c"),
                                                      text("NHWC")));
  printAttribute("tag",
                 layoutIndexMapAttrParse(context, text("aBcd16b"), none));
  printAttribute("aligned", layoutIndexMapAttrParse(
                                context, text("letters:NHWC[a=8]"), none));
  printAttribute("xla", layoutIndexMapAttrParse(context, text("{1,0}"), none));
  printAttribute("no xla",
                 layoutIndexMapAttrParse(context, text("{1,,0}"), none));
  printAttribute("wrong",
                 layoutIndexMapAttrParse(context, text("NCHW16"), none));
  printAttribute(
      "tiles", layoutIndexMapAttrParseForShape(
                   context, text("{3,2,1,0:T(16,1,1)}"), none, 4, shape, NULL));
  printAttribute("sticks",
                 layoutIndexMapAttrParseForShape(context, text("NC[a=128]HW"),
                                                 none, 4, shape, NULL));
}
// CHECK: letters: #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK: from NHWC: #layout.index_map<(d0, d1, d2, d3) -> (d0, d3 floordiv 16, d1, d2, d3 mod 16)>
// CHECK: tag: #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK: shape error at loc(unknown): layout 'NHWC[a=8]' requires a shape for its alignment
// CHECK-NEXT: aligned: none
// CHECK: shape error at loc(unknown): layout '{1,0}' requires a shape, as it is in the notation 'xla'
// CHECK: syntax error at loc("layout":1:{{[0-9]+}}): layout '{1,,0}' requires the number of a dim, found ',0}'
// CHECK: syntax error at loc("layout":1:7): layout 'NCHW16' requires a lower-case letter after block size 16, found ''
// CHECK: tiles: #layout.index_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 16, d2, d3, d1 mod 16)>
// CHECK: sticks: #layout.index_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3) in [1, 128, 8, 8]>

static void writeNotations(MlirContext context, MlirAttribute nchw16c) {
  int64_t shape[] = {1, 64, 8, 8};
  layoutIndexMapAttrWrite(nchw16c, text("onednn"), text("NCHW"), 4, shape, NULL,
                          print, NULL);
  printf("\n");
  layoutIndexMapAttrWrite(nchw16c, text("onnx"), text("NCHW"), 4, shape, NULL,
                          print, NULL);
  layoutIndexMapAttrWrite(nchw16c, text("onednn"), text("NCHW"), 3, shape, NULL,
                          print, NULL);
  int64_t empty[] = {0, 4};
  MlirAttribute rows = layoutIndexMapAttrParse(context, text("AB"), text(""));
  layoutIndexMapAttrWrite(rows, text("relations"), text(""), 2, empty, NULL,
                          print, NULL);
}
// CHECK: {{^}}aBcd16b
// CHECK: argument error at loc(unknown): requires a notation out of letters, glow, {{.*}}, found 'onnx'
// CHECK: mismatch error at loc(unknown): requires a shape of 4 dims
// CHECK: express error at loc(unknown): relations require a tensor that is not empty

static void compose(MlirContext context, MlirAttribute nchw16c) {
  int64_t shape[] = {2, 64, 3, 5}, extents[5], index[] = {1, 37, 2, 4}, at[5];
  MlirAttribute nchw8c =
      layoutIndexMapAttrParse(context, text("NCHW8c"), text(""));
  MlirAttribute back = layoutIndexMapAttrInverse(nchw16c, 4, shape);
  layoutIndexMapAttrGetPhysicalShape(nchw16c, 4, shape, extents);
  printNumbers("extents", 5, extents);
  printAttribute("back", back);
  printAttribute("converted",
                 layoutIndexMapAttrComposeOnShape(nchw8c, back, 5, extents));
  MlirAttribute round =
      layoutIndexMapAttrComposeOnShape(back, nchw16c, 4, shape);
  printVerdict("round trip", layoutIndexMapAttrIsIdentity(round, 4, shape));
  printVerdict("equal", layoutIndexMapAttrIsEqual(nchw16c, nchw8c, 4, shape));
  printVerdict("bijective", layoutIndexMapAttrIsBijective(nchw16c, 4, shape));
  layoutIndexMapAttrForward(nchw16c, 4, index, at);
  printNumbers("forward", 5, at);
  layoutIndexMapAttrBackward(nchw16c, 4, shape, at, index);
  printNumbers("backward", 4, index);
  int64_t padded[] = {2, 20, 3, 5}, place[] = {0, 1, 0, 0, 4};
  layoutIndexMapAttrInverse(nchw16c, 4, padded);
  layoutIndexMapAttrBackward(nchw16c, 4, padded, place, index);
  layoutIndexMapAttrCompose(nchw16c, nchw8c);
  layoutIndexMapAttrForward(nchw16c, 3, index, at);
}
// CHECK: extents: 2 4 3 5 16
// CHECK: back: #layout.index_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 16 + d4, d2, d3)>
// CHECK: converted: #layout.index_map<(d0, d1, d2, d3, d4) -> (d0, d1 * 2 + d4 floordiv 8, d2, d3, d4 mod 8)>
// CHECK: round trip: proved
// CHECK: equal: refuted
// CHECK: bijective: proved
// CHECK: forward: 1 2 2 4 5
// CHECK: backward: 1 37 2 4
// CHECK: inverse error at loc(unknown): requires a map that is proved bijective
// CHECK: padding error at loc(unknown): requires the place of an element
// CHECK: mismatch error at loc(unknown): requires an inner map to 4 dims, found one to 5
// CHECK: mismatch error at loc(unknown): requires 4 dims, one for each that the map takes, found 3

static void divideIntoGroups(MlirContext context) {
  int64_t shape[] = {6, 10}, separator = 1, wrong = 2, extents[2];
  MlirAffineMap identity = mlirAffineMapMultiDimIdentityGet(context, 2);
  MlirLocation location = mlirLocationUnknownGet(context);
  MlirAttribute groups =
      layoutIndexMapAttrGetChecked(location, identity, 1, &separator, 0, NULL);
  printAttribute("groups", groups);
  printf("separators: %d\n", (int)layoutIndexMapAttrGetNumSeparators(groups));
  MlirAttribute flat = layoutIndexMapAttrFlatten(
      layoutIndexMapAttrParse(context, text("(i, j) -> (i, j)"), text("")), 2,
      shape);
  printAttribute("flat", flat);
  layoutIndexMapAttrGetPhysicalShape(flat, 2, shape, extents);
  printNumbers("extent", 1, extents);
  printAttribute("refused", layoutIndexMapAttrGetChecked(location, identity, 1,
                                                         &wrong, 0, NULL));
  int64_t unknown[] = {6, INT64_MIN};
  printAttribute(
      "unknown",
      layoutIndexMapAttrFlatten(
          layoutIndexMapAttrParse(context, text("(i, j) -> (i, j)"), text("")),
          2, unknown));
}
// CHECK: groups: #layout.index_map<(d0, d1) -> (d0 | d1)>
// CHECK: separators: 1
// CHECK: flat: #layout.index_map<(d0, d1) -> (d0 * 10 + d1)>
// CHECK: extent: 60
// CHECK: mismatch error at loc(unknown): {{.*}}separator
// CHECK: refused: none
// CHECK: mismatch error at loc(unknown): requires groups whose number of places is known and fits 63 bits
// CHECK: unknown: none

static void pack(MlirContext context) {
  // Columns of a row-major 3x5 tensor, of which one is left out.
  int64_t shape[] = {3, 4}, strides[] = {5, 1};
  const char tensor[] = "abcd.efgh.ijkl.";
  char places[17] = "", back[] = "...............";
  MlirAttribute map = layoutIndexMapAttrParse(
      context, text("(i, j) -> (j, i floordiv 2, i mod 2)"), text(""));
  layoutPack(map, 2, shape, 1, tensor, strides, "-", places);
  printf("packed: %s\n", places);
  layoutUnpack(map, 2, shape, 1, places, back, strides);
  printf("unpacked: %s\n", back);
  MlirAttribute constant =
      layoutIndexMapAttrParse(context, text("(i, j) -> (i)"), text(""));
  printf("failed: %d\n", mlirLogicalResultIsFailure(layoutPack(
                             constant, 2, shape, 1, tensor, NULL, NULL, back)));
  MlirAttribute rows =
      layoutIndexMapAttrParse(context, text("(i, j) -> (i, j)"), text(""));
  printf("sizeless: %d\n", mlirLogicalResultIsFailure(layoutPack(
                               rows, 2, shape, 0, tensor, NULL, NULL, back)));
}
// CHECK: packed: aei-bfj-cgk-dhl-
// CHECK: unpacked: abcd.efgh.ijkl.
// CHECK: mismatch error at loc(unknown): requires a map that is proved injective on 3x4
// CHECK: failed: 1
// CHECK: mismatch error at loc(unknown): requires elements of at least one byte, and fewer than 2^63 bytes, found 12 places of 0 bytes
// CHECK: sizeless: 1

static void explain(MlirContext context) {
  LayoutQuestion question = {0};
  question.layout = text("NCHW4c");
  question.shape = text("1x6x2x2");
  question.to = text("NHWC");
  layoutExplain(context, question, LayoutExplanationText, print, NULL);
  layoutExplain(context, question, LayoutExplanationSvg, print, NULL);
  question.at = text("0,9,0,0");
  layoutExplain(context, question, LayoutExplanationJson, print, NULL);
  question.at.data = NULL;
  question.shape = text("1x0x2x2");
  layoutExplain(context, question, LayoutExplanationSvg, print, NULL);
}
// CHECK: NCHW4c of 1x6x2x2xf32
// CHECK: To NHWC
// CHECK: <svg
// CHECK: argument error at loc(unknown): at requires 0 <= c < 6, found 9
// CHECK: express error at loc(unknown): a picture requires

int main(void) {
  MlirContext context = createContext();
  printf("version %s\n", layoutGetVersion().data);
  readNotations(context);
  MlirAttribute nchw16c =
      layoutIndexMapAttrParse(context, text("NCHW16c"), text(""));
  writeNotations(context, nchw16c);
  compose(context, nchw16c);
  divideIntoGroups(context);
  pack(context);
  explain(context);
  mlirContextDestroy(context);
  return 0;
}
