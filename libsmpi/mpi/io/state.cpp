// SPDX-License-Identifier: BSD-3-Clause
//
// Per-rank state of MPI-IO, and the end of a run.
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/mpi/errors/errhandler.h"

namespace smpi::io {

State::~State() {
  for (FileShared* file : open_files) {
    file->descriptor.close();
    file->state = nullptr;
  }
}

State::OfRank& State::of(const Rank& rank) {
  if (ranks_.size() <= rank.process) ranks_.resize(rank.process + 1);
  return ranks_[rank.process];
}

std::vector<Ref<Representation>>& State::representations_of(const Rank& rank) {
  return of(rank).representations;
}

Ref<Errhandler>& State::errhandler_of(const Rank& rank) {
  return of(rank).errhandler;
}

}  // namespace smpi::io
