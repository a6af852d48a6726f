// SPDX-License-Identifier: BSD-3-Clause
//
// Comparisons of addresses: one range check for an ordinary argument.
#include "libsmpi/doors/fortran/sentinels.h"

#include "libsmpi/doors/api/caller.h"

namespace smpi::fortran {
namespace {

bool is_inside(const void* address, const Sentinels* places) {
  const auto start = reinterpret_cast<std::uintptr_t>(places);
  return reinterpret_cast<std::uintptr_t>(address) - start < sizeof(Sentinels) && start != 0;
}

}  // namespace

const SentinelPlaces& sentinels() {
  return api::calling_rank().fortran_sentinels;
}

void* as_buffer(void* argument) {
  const Sentinels* places = sentinels().numbers;
  if (!is_inside(argument, places)) return argument;
  if (argument == &places->bottom) return MPI_BOTTOM;
  if (argument == &places->in_place) return MPI_IN_PLACE;
  return argument == &places->buffer_automatic ? MPI_BUFFER_AUTOMATIC : argument;
}

int* as_weights(MPI_Fint* argument) {
  const Sentinels* places = sentinels().numbers;
  if (!is_inside(argument, places)) return argument;
  if (argument == places->unweighted) return MPI_UNWEIGHTED;
  return argument == places->weights_empty ? MPI_WEIGHTS_EMPTY : argument;
}

MPI_Status* as_status(MPI_Fint* argument) {
  const Sentinels* places = sentinels().numbers;
  if (is_inside(argument, places)) return MPI_STATUS_IGNORE;
  return reinterpret_cast<MPI_Status*>(argument);
}

int* as_error_codes(MPI_Fint* argument) {
  return is_inside(argument, sentinels().numbers) ? MPI_ERRCODES_IGNORE : argument;
}

bool is_argv_null(const char* argument) {
  const TextSentinels* texts = sentinels().texts;
  return texts != nullptr && argument == texts->argv_null;
}

bool is_argvs_null(const char* argument) {
  const TextSentinels* texts = sentinels().texts;
  return texts != nullptr && argument == texts->argvs_null;
}

}  // namespace smpi::fortran

// Called by the constructor in start.c, before main, in the rank.
extern "C" void smpi_fortran_start(const smpi::fortran::Sentinels* numbers,
                                   const smpi::fortran::TextSentinels* texts) {
  smpi::api::calling_rank().fortran_sentinels = {numbers, texts};
}
