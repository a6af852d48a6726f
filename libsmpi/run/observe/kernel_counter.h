// SPDX-License-Identifier: BSD-3-Clause
//
// How often kernels are called, with which arguments, and what their time is proportional to.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/run/observe/breakpoints.h"
#include "libsmpi/run/observe/cost_terms.h"
#include "libsmpi/run/observe/mpi_calls.h"
#include "libsmpi/run/observe/program_functions.h"
#include "libsmpi/run/observe/stack_sampler.h"

namespace smpi::observe {

// What is known of a kernel's arguments before it is called.
struct CountedFunction {
  WatchedFunction code;
  modeled::Signature signature;  // without arguments when they are not known
};

struct CountedCalls {
  std::uint64_t call_count = 0;
  // It ends in a jump to a function that calls MPI: no longer on the stack, not returned either.
  bool is_tail_caller = false;
  struct Range {
    std::string name;
    double least = 0;
    double most = 0;
  };
  std::vector<Range> ranges;  // of the scalar arguments
  CostTerms::Term term;
};

class KernelCounter final : public MpiObserver, public StackListener, public CallListener {
 public:
  explicit KernelCounter(std::vector<CountedFunction> functions);
  void see(const SeenCall& call) override;
  void sample(std::span<const void* const> stack) override;
  void called(std::size_t index, const modeled::CallFrame& frame,
              const std::uint64_t* stack) override;

  std::vector<CountedCalls> results() const;

 private:
  static constexpr std::size_t scalars_max = 16;
  static constexpr std::size_t processes_max = std::size_t{1} << 16;

  struct Counted {
    CountedFunction function;
    CostTerms terms;
    std::vector<std::size_t> integers;  // scalars that terms are made of
    CountedCalls calls;
  };
  // The last call of a function in a rank.
  struct LastCall {
    std::array<double, CostTerms::arguments_max> values;
    std::uint64_t stack;  // where its return address is; 0: not called yet
    std::uint64_t return_address;
  };
  struct Free {
    void operator()(LastCall* calls) const { std::free(calls); }
  };
  LastCall& last_call(std::size_t index, std::size_t process) const {
    return last_calls_.get()[index * processes_max + process];
  }
  void learn(const load::Instance& instance);
  void find_tail_callers(const SeenCall& call);

  std::vector<Counted> counted_;
  std::unique_ptr<LastCall, Free> last_calls_;  // touched where ranks call
  ProgramFunctions functions_;
  std::vector<std::int16_t> counted_of_function_;  // -1: none
};

}  // namespace smpi::observe
