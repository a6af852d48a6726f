// SPDX-License-Identifier: BSD-3-Clause
//
// Pseudo-random numbers: every rank draws from its own generators.
//
// The reentrant forms of glibc do the arithmetic on the rank's state, so a rank draws exactly the
// numbers it draws as a process of its own.
#include <cstdlib>
#include <cstring>

#include "libsmpi/ranks/load/callbacks.h"
#include "libsmpi/ranks/load/libc/libc_state.h"
#include "libsmpi/ranks/load/libc/next_function.h"

namespace smpi::load {
namespace {

RandomState* random_in_rank() {
  LibcState* state = state_in_rank();
  if (state == nullptr) return nullptr;
  RandomState& random = state->random;
  if (!random.random_ready) {
    random.random_ready = true;
    initstate_r(1, random.table.data(), random.table.size(), &random.random);
  }
  return &random;
}

}  // namespace
}  // namespace smpi::load

using smpi::load::next_function;
using smpi::load::random_in_rank;
using smpi::load::RandomState;

SMPI_REPLACES_LIBC long random() noexcept {
  static auto* const next = next_function<long()>("random");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next();
  std::int32_t value = 0;
  random_r(&state->random, &value);
  return value;
}

SMPI_REPLACES_LIBC int rand() noexcept {
  static auto* const next = next_function<int()>("rand");
  return random_in_rank() == nullptr ? next() : static_cast<int>(random());
}

SMPI_REPLACES_LIBC void srandom(unsigned seed) noexcept {
  static auto* const next = next_function<void(unsigned)>("srandom");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  srandom_r(seed, &state->random);
}

SMPI_REPLACES_LIBC void srand(unsigned seed) noexcept {
  static auto* const next = next_function<void(unsigned)>("srand");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  srandom_r(seed, &state->random);
}

// Both return the table in use before. random_data points behind the word that holds its kind.
SMPI_REPLACES_LIBC char* initstate(unsigned seed, char* table, size_t size) noexcept {
  static auto* const next = next_function<char*(unsigned, char*, size_t)>("initstate");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed, table, size);
  char* previous = reinterpret_cast<char*>(state->random.state - 1);
  return initstate_r(seed, table, size, &state->random) == 0 ? previous : nullptr;
}

SMPI_REPLACES_LIBC char* setstate(char* table) noexcept {
  static auto* const next = next_function<char*(char*)>("setstate");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(table);
  char* previous = reinterpret_cast<char*>(state->random.state - 1);
  return setstate_r(table, &state->random) == 0 ? previous : nullptr;
}

SMPI_REPLACES_LIBC double drand48() noexcept {
  static auto* const next = next_function<double()>("drand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next();
  double value = 0;
  drand48_r(&state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC double erand48(unsigned short seed[3]) noexcept {
  static auto* const next = next_function<double(unsigned short*)>("erand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  double value = 0;
  erand48_r(seed, &state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC long lrand48() noexcept {
  static auto* const next = next_function<long()>("lrand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next();
  long value = 0;
  lrand48_r(&state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC long nrand48(unsigned short seed[3]) noexcept {
  static auto* const next = next_function<long(unsigned short*)>("nrand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  long value = 0;
  nrand48_r(seed, &state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC long mrand48() noexcept {
  static auto* const next = next_function<long()>("mrand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next();
  long value = 0;
  mrand48_r(&state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC long jrand48(unsigned short seed[3]) noexcept {
  static auto* const next = next_function<long(unsigned short*)>("jrand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  long value = 0;
  jrand48_r(seed, &state->drand48, &value);
  return value;
}

SMPI_REPLACES_LIBC void srand48(long seed) noexcept {
  static auto* const next = next_function<void(long)>("srand48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  srand48_r(seed, &state->drand48);
}

SMPI_REPLACES_LIBC unsigned short* seed48(unsigned short seed[3]) noexcept {
  static auto* const next = next_function<unsigned short*(unsigned short*)>("seed48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(seed);
  std::memcpy(state->drand48_previous.data(), state->drand48.__x, sizeof state->drand48.__x);
  seed48_r(seed, &state->drand48);
  return state->drand48_previous.data();
}

SMPI_REPLACES_LIBC void lcong48(unsigned short parameters[7]) noexcept {
  static auto* const next = next_function<void(unsigned short*)>("lcong48");
  RandomState* state = random_in_rank();
  if (state == nullptr) return next(parameters);
  lcong48_r(parameters, &state->drand48);
}
