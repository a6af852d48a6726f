// SPDX-License-Identifier: BSD-3-Clause
//
// A rank that crashes in a named function, by argument; the report must name function and line.
#include <csetjmp>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>

#include "common.h"

static volatile int zero;

__attribute__((noinline)) static int divide(int x) {
  return x / zero;  // line of the division
}

__attribute__((noinline)) static size_t measure(const char* text) {
  return strlen(text) + 1;  // line of strlen
}

__attribute__((noinline)) static void damage(int* target) {
  *target = 1;  // line of the store
}

static sigjmp_buf resume;

static void on_signal(int) {
  const char text[] = "handled by the program\n";
  fwrite(text, 1, sizeof text - 1, stdout);
  fflush(stdout);
  siglongjmp(resume, 1);
}

int main(int argc, char** argv) {
  const char* how = argv[1];
  start(&argc, &argv);
  meet();
  if (rank == 1) {
    if (strcmp(how, "divide") == 0) return divide(3);
    if (strcmp(how, "strlen") == 0)
      return static_cast<int>(measure(reinterpret_cast<char*>(static_cast<long>(zero))));
    if (strcmp(how, "store") == 0) damage(reinterpret_cast<int*>(16L + zero));
    if (strcmp(how, "jump") == 0) reinterpret_cast<void (*)()>(static_cast<long>(zero))();
    if (strcmp(how, "handled") == 0) {
      signal(SIGSEGV, on_signal);
      if (sigsetjmp(resume, 1) == 0) damage(reinterpret_cast<int*>(16L + zero));
    }
    if (strcmp(how, "heap") == 0) {
      char* block = static_cast<char*>(malloc(24));
      free(block);
      free(block);
    }
  }
  meet();
  MPI_Finalize();
  return 0;
}
