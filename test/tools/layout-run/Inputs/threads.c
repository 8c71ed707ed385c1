/* Calls the function of emit-threads.mlir in two threads at the same time. */

#include "product.h"

#include <pthread.h>
#include <stdio.h>

enum { COUNT = 256 * 256, CALLS = 20 };

struct call {
  float value, x[COUNT], y[COUNT];
  int wrong;
};

static void *run(void *data) {
  struct call *call = data;
  for (int i = 0; i < COUNT; ++i)
    call->x[i] = call->value;
  for (int i = 0; i < CALLS; ++i) {
    call->y[COUNT - 1] = 0;
    product(call->x, call->y);
    for (int j = 0; j < COUNT; ++j)
      call->wrong += call->y[j] != call->value * 128;
  }
  return NULL;
}

int main(void) {
  static struct call calls[2] = {{.value = 1}, {.value = 3}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i)
    if (pthread_create(&threads[i], NULL, run, &calls[i]) != 0)
      return 1;
  for (int i = 0; i < 2; ++i)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < 2; ++i)
    printf("%g: %g, %d wrong\n", calls[i].value, calls[i].y[COUNT - 1],
           calls[i].wrong);
  return 0;
}
