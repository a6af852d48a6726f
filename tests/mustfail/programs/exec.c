// SPDX-License-Identifier: BSD-3-Clause
// A rank that would become another program.
#include <unistd.h>

int main(void) {
  execl("/bin/true", "true", (char*)0);
  return 1;
}
