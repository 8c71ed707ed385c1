/* Calls the functions of emit-types.mlir. */

#include "types.h"
#include "aborting.h"
#include "buffers.h"
#include "dynamic.h"
#include "insert.h"
#include "scalars.h"
#include "state.h"
#include "stored.h"

#include <malloc.h>
#include <stdio.h>

static void call_types(void) {
  const uint8_t flags[] = {1, 0, 1};
  const int8_t bytes[] = {1, -2, 3, -64};
  const int16_t shorts[] = {5, -600};
  const uint16_t halves[] = {0x3c00, 0xc000}, brains[] = {0x3f80, 0xc000};
  const int64_t longs[] = {1, -1};
  uint8_t not_flags[3];
  int8_t more_bytes[4];
  int16_t more_shorts[2];
  uint16_t more_halves[2], same_brains[2];
  int64_t more_longs[2];
  types(flags, bytes, shorts, halves, brains, longs, not_flags, more_bytes,
        more_shorts, more_halves, same_brains, more_longs);
  printf("i1: %d %d %d\n", not_flags[0], not_flags[1], not_flags[2]);
  printf("i8: %d %d %d %d\n", more_bytes[0], more_bytes[1], more_bytes[2],
         more_bytes[3]);
  printf("i16: %d %d\n", more_shorts[0], more_shorts[1]);
  printf("f16: %x %x\n", more_halves[0], more_halves[1]);
  printf("bf16: %x %x\n", same_brains[0], same_brains[1]);
  printf("i64: %d %d\n", (int)more_longs[0], (int)more_longs[1]);
}

static void call_scalars(void) {
  const uint8_t yes = 1;
  const double d = 1.25;
  const int64_t i = 7;
  uint8_t no = 9;
  double more_d, rest;
  int64_t more_i;
  scalars(&yes, &d, &i, &no, &more_d, &more_i, &rest);
  printf("scalars: %d %g %d %.4f\n", no, more_d, (int)more_i, rest);
}

static void call_buffers(void) {
  /* Vectors of floats that are aligned as floats are. */
  float x[17], y[17], sum[4], same[16];
  for (int i = 0; i < 17; ++i) {
    x[i] = i - 1;
    y[i] = 1 - i;
  }
  buffers(x + 1, y + 1, sum, same);
  printf("buffers: %g %g %g %g, %g %g, %g\n", sum[0], sum[1], sum[2], sum[3],
         same[0], same[15], y[1]);
}

static void call_dynamic(int64_t rows, int64_t columns) {
  float x[24], sums[4], same[24];
  for (int i = 0; i < 24; ++i)
    x[i] = i;
  for (int i = 0; i < 4; ++i)
    sums[i] = -1;
  dynamic(rows, columns, x, columns, sums, rows, columns, same);
  printf("dynamic: %g %g %g %g, %g\n", sums[0], sums[1], sums[2], sums[3],
         same[rows * columns - 1]);
}

static void call_state(void) {
  const float one = 1;
  float sum;
  state(&one, &sum);
  state(&one, &sum);
  printf("state: %g\n", sum);
}

static void call_insert(void) {
  float x[2] = {1, 2}, y[2];
  insert(x, y);
  printf("insert: %g %g, of %g %g\n", y[0], y[1], x[0], x[1]);
}

static void call_stored(void) {
  const float y[] = {1, 2, 3, 4, 5, 6};
  float x[12], same[12], sum[6];
  for (int i = 0; i < 12; ++i)
    x[i] = i;
  stored(2, 3, x, y, 2, 3, same, sum);
  printf("stored:");
  for (int i = 0; i < 12; ++i)
    printf(" %g", same[i]);
  printf(", %g %g %g %g\n", sum[0], sum[1], sum[2], sum[3]);
}

static void check_memory(void) {
  float x[24] = {0}, sums[4], same[24];
  size_t before = mallinfo2().uordblks;
  for (int i = 0; i < 1000; ++i)
    dynamic(6, 4, x, 4, sums, 6, 4, same);
  printf("leaked: %d\n", (int)(mallinfo2().uordblks - before));
}

int main(int argc, char **argv) {
  float x[2] = {1, 2}, sums[2], same[2];
  if (argc > 1) {
    aborting(2, 1, x, 2, sums, 2, 1, same);
    return 0;
  }
  call_types();
  call_scalars();
  call_buffers();
  call_dynamic(2, 3);
  call_dynamic(3, 2);
  call_state();
  call_insert();
  call_stored();
  check_memory();
  return 0;
}
