/* Calls the function of emit.mlir, and checks that it writes its result only.
 */

#include "dense.h"

#include <stdio.h>
#include <string.h>

int main(void) {
  const float given[] = {1, 0, 0, 0, 1, 1};
  float x[6], y[6] = {0, 0, 0, 0, -1, -1};
  memcpy(x, given, sizeof(x));
  for (int i = 0; i < 1000; ++i)
    dense(x, y);
  printf("result: %g %g %g %g\n", y[0], y[1], y[2], y[3]);
  printf("behind: %g %g\n", y[4], y[5]);
  printf("argument: %s\n", memcmp(x, given, sizeof(x)) ? "changed" : "same");
  return 0;
}
