/* SPDX-License-Identifier: BSD-3-Clause
 * For huge_pages: a shared block and a partly shared one are touched throughout; rank 0 prints how
 * many KiB of their mappings are of huge pages, and how many page faults that took. */
#include <smpi/smpi.h>
#include <string.h>
#include <sys/resource.h>

#include "check.h"

enum { page = 4096, block_bytes = 48 << 20 };

static long faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* KiB of huge pages in the mappings from begin to end. */
static long huge_kib(const char* begin, const char* end) {
  FILE* maps = fopen("/proc/self/smaps", "r");
  CHECK(maps != NULL);
  char line[256];
  unsigned long from, to;
  long sum = 0, kib;
  int inside = 0;
  while (fgets(line, sizeof line, maps) != NULL) {
    if (sscanf(line, "%lx-%lx ", &from, &to) == 2)
      inside = from >= (unsigned long)begin && to <= (unsigned long)end;
    else if (inside && (sscanf(line, "ShmemPmdMapped: %ld", &kib) == 1 ||
                        sscanf(line, "Shared_Hugetlb: %ld", &kib) == 1 ||
                        sscanf(line, "Private_Hugetlb: %ld", &kib) == 1))
      sum += kib;
  }
  fclose(maps);
  return sum;
}

static void touch(const char* name, volatile char* block, int rank) {
  const long before = faults();
  for (size_t i = 0; i < block_bytes; i += page) block[i] = (char)rank;
  const long taken = faults() - before;
  if (rank == 0)
    printf("%s: %ld KiB of huge pages, %ld faults\n", name,
           huge_kib((char*)block, (char*)block + block_bytes + page), taken);
  fflush(stdout);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const size_t zone[2] = {page, block_bytes - page};
  char* block = SMPI_SHARED_MALLOC(block_bytes);
  touch("shared", block, rank);
  SMPI_SHARED_FREE(block);
  block = SMPI_PARTIAL_SHARED_MALLOC(block_bytes, zone, 1);
  touch("partial", block, rank);
  block[0] = (char)(rank + 1); /* private */
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(block[0] == rank + 1);
  SMPI_SHARED_FREE(block);
  MPI_Finalize();
  return 0;
}
