// SPDX-License-Identifier: BSD-3-Clause
//
// What MPI-IO keeps for a run. The Simulation owns it.
#pragma once

#include <vector>

#include "libsmpi/mpi/io/file.h"
#include "libsmpi/mpi/io/representation.h"
#include "libsmpi/mpi/io/storage.h"

namespace smpi::io {

struct State {
  explicit State(Simulation& simulation) : storage(simulation) {}
  // Closes what the program left open.
  ~State();
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  // What a rank has registered (MPI 5.0, 14.5.3).
  std::vector<Ref<Representation>>& representations_of(const Rank& rank);
  // The handler of MPI_FILE_NULL in a rank, which its files start with (MPI 14.7).
  Ref<Errhandler>& errhandler_of(const Rank& rank);

  Storage storage;
  std::vector<FileShared*> open_files;  // in the order they were opened

 private:
  struct OfRank {
    std::vector<Ref<Representation>> representations;
    Ref<Errhandler> errhandler{&errors_return()};
  };
  OfRank& of(const Rank& rank);
  std::vector<OfRank> ranks_;  // by process, made when first used
};

}  // namespace smpi::io
