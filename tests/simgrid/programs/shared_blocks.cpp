// SPDX-License-Identifier: BSD-3-Clause
//
// Which parts of shared memory are private, as both say.
#include <mpi.h>
#include <smpi/smpi.h>

#include <cstdio>
#include <utility>
#include <vector>

static void show(const char* what, const void* address) {
  std::vector<std::pair<size_t, size_t>> parts;
  size_t offset = 0;
  const int is_shared = smpi_is_shared(address, parts, &offset);
  std::printf("%s = %d\n", what, is_shared);
  if (is_shared == 0) return;
  std::printf("%s-offset = %zu\n%s-parts = %zu\n", what, offset, what, parts.size());
  for (size_t i = 0; i < parts.size(); i++) {
    std::printf("%s-%zu-begin = %zu\n%s-%zu-end = %zu\n", what, i, parts[i].first, what, i,
                parts[i].second);
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  constexpr size_t page = 4096, size = 64 * page;
  char* const whole = static_cast<char*>(SMPI_SHARED_MALLOC(size));
  const size_t offsets[] = {2 * page, 10 * page, 20 * page, 60 * page};
  char* const some = static_cast<char*>(SMPI_PARTIAL_SHARED_MALLOC(size, offsets, 2));
  int own = 0;
  show("whole", whole);
  show("inside", whole + 12345);
  show("some", some);
  show("some-inside", some + 30 * page);
  show("own", &own);
  SMPI_SHARED_FREE(whole);
  show("freed", whole);
  SMPI_SHARED_FREE(some);
  MPI_Finalize();
  return 0;
}
