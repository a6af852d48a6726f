/* SPDX-License-Identifier: BSD-3-Clause
 * Streams of random numbers and the report of a failure. */
#include "script.h"

#include <stdarg.h>

Script script;

Word mix(Word a, Word b) {
  Word z = a * 0x9e3779b97f4a7c15u + b + 0x632be59bd9b4e019u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

Stream stream_of(Word a, Word b, Word c) {
  const Stream stream = {mix(mix(mix(a, 1), b), c)};
  return stream;
}

Word draw(Stream* stream) {
  stream->state += 0x9e3779b97f4a7c15u;
  return mix(stream->state, 2);
}

int below(Stream* stream, int bound) {
  return bound <= 1 ? 0 : (int)(draw(stream) % (Word)bound);
}

int between(Stream* stream, int first, int last) {
  return first + below(stream, last - first + 1);
}

bool chance(Stream* stream, int percent) {
  return below(stream, 100) < percent;
}

void shuffle(Stream* stream, int count, int* order) {
  for (int i = 0; i < count; i++) order[i] = i;
  for (int i = count - 1; i > 0; i--) {
    const int j = below(stream, i + 1), other = order[j];
    order[j] = order[i];
    order[i] = other;
  }
}

Stream common_stream(void) {
  return stream_of(script.seed, (Word)script.step, 0);
}

Stream own_stream(void) {
  return stream_of(script.seed, (Word)script.step, 1000 + (Word)script.rank);
}

Word key_of(int rank, int index) {
  return mix(mix(script.seed, (Word)script.step), (Word)rank * 4096 + (Word)index);
}

void fail(const char* format, ...) {
  va_list list;
  printf("FAILED seed %llu step %d (%s) rank %d of %d: ", (unsigned long long)script.seed,
         script.step, script.what, script.rank, script.size);
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
  printf("\n");
  fflush(stdout);
  MPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}
