/* Calls the function of emit-planned.mlir with the elements of one .npy file,
   and compares its result with those of another. */

#include "net.h"

#include <stdio.h>
#include <string.h>

enum { HEADER = 128, COUNT = 1024 };

/* Reads what is behind the header. */
static int read_npy(const char *path, float *elements) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, HEADER, SEEK_SET) != 0)
    return 0;
  size_t count = fread(elements, sizeof(float), COUNT, file);
  fclose(file);
  return count == COUNT;
}

int main(int argc, char **argv) {
  static float x[COUNT], y[COUNT], expected[COUNT];
  int different = 0;
  if (argc != 3 || !read_npy(argv[1], x) || !read_npy(argv[2], expected))
    return 1;
  net(x, y);
  for (int i = 0; i < COUNT; ++i)
    different += memcmp(&y[i], &expected[i], sizeof(float)) != 0;
  printf("first: %g\n", y[0]);
  printf("different: %d of %d\n", different, COUNT);
  return 0;
}
