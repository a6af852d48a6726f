// SPDX-License-Identifier: BSD-3-Clause
//
// Which functions of a program could be modelled: those that take time and never come to MPI.
//
// A function that calls MPI, itself or through others, must run. Of the others on a stack the
// outermost is the kernel: what it calls is part of its work. So stacks are kept while the program
// runs, and which functions come to MPI is known at its end. What shared libraries do for functions
// that come to MPI is added up by library.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "libsmpi/run/observe/mpi_calls.h"
#include "libsmpi/run/observe/program_functions.h"
#include "libsmpi/run/observe/stack_sampler.h"

namespace smpi::observe {

struct Kernel {
  std::string name;
  // Empty: in the program, or in a library of which each rank has a copy. Else all functions of
  // this library, and the name is that of the one that takes most.
  std::string library;
  std::uint64_t sample_count = 0;
  // Of those in the program: where (ProgramFunctions::Function).
  std::string file;
  FunctionPlace place;
  std::uint64_t room_bytes = 0;
};

class KernelSearch final : public MpiObserver, public StackListener {
 public:
  // `tail_callers` come to MPI without being on the stack then (KernelCounter finds them).
  explicit KernelSearch(std::vector<FunctionPlace> tail_callers);
  void see(const SeenCall& call) override;
  void sample(std::span<const void* const> stack) override;

  // By time, the longest first. Functions that cannot be told from others of their name are left
  // out.
  std::vector<Kernel> kernels() const;
  // All samples outside MPI, with those that belong to no kernel.
  std::uint64_t sample_count() const { return sample_count_; }

 private:
  // One sample: functions from the outside to the inside, and what the last one called outside the
  // program, if the sample was there. Kept as words: count, outside address, functions.
  static constexpr std::size_t words_max = std::size_t{1} << 21;

  void learn(const load::Instance& instance);

  std::vector<FunctionPlace> tail_callers_;
  ProgramFunctions functions_;
  std::unordered_set<std::uint64_t> seen_stacks_;
  std::vector<bool> comes_to_mpi_;  // by function
  std::vector<std::uint64_t> samples_;
  std::size_t words_ = 0;
  std::uint64_t sample_count_ = 0;
};

}  // namespace smpi::observe
