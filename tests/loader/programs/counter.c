/* SPDX-License-Identifier: BSD-3-Clause
 * A static library with state, linked into two shared libraries. Hidden, so that each has its own.
 */
static int counter = 1000;
__attribute__((visibility("hidden"))) int count(int by) {
  return counter += by;
}
