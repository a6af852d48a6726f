// SPDX-License-Identifier: BSD-3-Clause
//
// Writes the MPI calls of a run to a log, so that those of two runs can be compared word by word.
//
// Integers are kept as they are. Handles that the program got are numbered, since their values
// depend on what other ranks did before: communicators in the order in which they were made, others
// in the order in which the rank first used them. Pointers, arrays and callbacks are left out;
// addresses differ between runs that do the same.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "libsmpi/run/observe/call_log.h"
#include "libsmpi/run/observe/communicator_numbers.h"
#include "libsmpi/run/observe/mpi_calls.h"

namespace smpi::observe {

// Handles up to here are constants of the standard.
inline constexpr std::uint64_t predefined_handle_max = 0xfff;

class CallRecorder final : public MpiObserver {
 public:
  explicit CallRecorder(CallLog& log) : log_(log) {}
  void see(const SeenCall& call) override;

 private:
  std::uint64_t number_of_communicator(std::uint32_t rank, std::uint64_t handle);
  std::uint64_t number_of_handle(std::uint32_t rank, std::uint64_t handle);
  std::uint64_t site_of(const void* return_address);

  CallLog& log_;
  CommunicatorNumbers communicators_;
  std::unordered_map<const void*, std::uint64_t> sites_;  // by return address
  // By rank: numbers of its handles, counted from predefined_handle_max.
  std::vector<std::unordered_map<std::uint64_t, std::uint64_t>> handles_;
  std::vector<std::uint64_t> arguments_;  // of the present call
};

}  // namespace smpi::observe
