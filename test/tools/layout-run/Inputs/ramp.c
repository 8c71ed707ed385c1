// Calls a function that adds 1 to each element with buffers that overlap.
#include "ramp.h"

#include <stdio.h>
#include <string.h>

enum { kSize = 1024 };

static float memory[4 * kSize];

static void run(const char *name, int from, int to) {
  memset(memory, 0, sizeof memory);
  const float *result = memory + to;
  ramp(memory + from, memory + to);
  printf("%s: %g %g %g %g %g\n", name, result[0], result[1], result[2],
         result[3], result[kSize - 1]);
}

int main(void) {
  run("apart", 0, kSize);
  run("one behind", 0, 1);
  run("one in front", 1, 0);
  run("the same", 0, 0);
  run("last of the other", 0, kSize - 1);
  return 0;
}
