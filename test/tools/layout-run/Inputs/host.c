/* Calls a planned function on tensors in layouts of the device, and compares
 * with the program before planning. */
#include "host.h"
#include "pack.h"
#include "plain.h"
#include "run.h"
#include "unpack.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int64_t count(const struct layout_host_tensor *tensor) {
  int64_t elements = 1;
  for (int64_t dim = 0; dim < tensor->rank; ++dim)
    elements *= tensor->logical[dim];
  return elements;
}

/* Copies by the loops of the descriptor, whose ranges end with the dims. */
static void copy(const struct layout_host_tensor *tensor, int64_t loop,
                 const float *host, float *device) {
  if (loop == tensor->num_loops) {
    *device = *host;
    return;
  }
  for (int64_t i = 0; i < tensor->ranges[loop]; ++i)
    copy(tensor, loop + 1, host + i * tensor->host_strides[loop],
         device + i * tensor->device_strides[loop]);
}

static float *fill(int64_t elements) {
  float *data = calloc(elements, sizeof(float));
  for (int64_t i = 0; i < elements; ++i)
    data[i] = (float)(i * 37 % 101) / 16;
  return data;
}

int main(void) {
  const struct layout_host_tensor *in = &main_arg0, *out = &main_result0;
  float *x = fill(count(in)), *w = fill(7 * 5);
  float *packed = malloc(in->bytes), *copied = calloc(1, in->bytes);
  pack(x, packed);
  copy(in, 0, x, copied);
  for (int64_t i = 0; i < in->bytes / (int64_t)sizeof(float); ++i)
    if (packed[i] != copied[i]) {
      printf("place %d holds %g, not %g\n", (int)i, packed[i], copied[i]);
      return 1;
    }
  printf("%d elements packed in %d bytes, %d of padding\n", (int)count(in),
         (int)in->bytes, (int)in->padding_bytes);

  float *device = malloc(out->bytes), *result = fill(count(out)),
        *expected = fill(count(out));
  run(packed, w, device);
  unpack(device, result);
  plain(x, w, expected);
  for (int64_t i = 0; i < count(out); ++i)
    if (fabsf(result[i] - expected[i]) > 1e-4f * fabsf(expected[i])) {
      printf("element %d is %g, not %g\n", (int)i, result[i], expected[i]);
      return 1;
    }
  printf("%d elements of %d bytes are equal\n", (int)count(out),
         (int)out->bytes);
  free(x), free(w), free(packed), free(copied), free(device), free(result),
      free(expected);
  return 0;
}
