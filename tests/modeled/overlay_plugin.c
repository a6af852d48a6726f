/* SPDX-License-Identifier: BSD-3-Clause
 * The plug-in of overlay.toml: injects time, returns a value, writes a result. */
#include <smpi/overlay.h>

int plugin_drawn(int limit, int* where) {
  smpi_execute_flops(1e7);
  *where = limit;
  smpi_memory_wrote(where, sizeof *where);
  return smpi_memory_lacks_content(where, sizeof *where) ? -1 : 2 * limit;
}
