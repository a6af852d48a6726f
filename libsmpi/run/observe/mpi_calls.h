// SPDX-License-Identifier: BSD-3-Clause
//
// Seeing every MPI call that a program makes, with its arguments.
//
// The references of the program to MPI functions, by their C and Fortran names, are bound to small
// pieces of code that save the registers, tell the observer, and jump on to the function itself; it
// returns to the program as ever. Alternatives considered: the door of each call (api/call.h),
// which does not have the arguments, and a library of wrappers as --tool takes it, which would need
// one function for each of 700. Costs nothing when nobody observes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "libsmpi/cost/modeled/overlay/signature.h"
#include "libsmpi/cost/modeled/overlay/stubs.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi::observe {

struct SeenCall {
  std::size_t function;  // index of api::functions()
  bool is_fortran;       // all arguments are addresses
  const modeled::CallFrame& frame;
  const std::uint64_t* stack;  // arguments beyond the sixth
  const void* return_address;

  // The word that argument `index` is passed in.
  std::uint64_t word(std::size_t index) const;
};

class MpiObserver {
 public:
  virtual ~MpiObserver() = default;
  // The running rank calls MPI.
  virtual void see(const SeenCall& call) = 0;
};

// One at a time.
class MpiCalls {
 public:
  explicit MpiCalls(MpiObserver& observer);
  ~MpiCalls();
  MpiCalls(const MpiCalls&) = delete;
  MpiCalls& operator=(const MpiCalls&) = delete;

  // What the loader must bind.
  const std::vector<load::Replacement>& replacements() const { return replacements_; }

  // A call arrived: tells the observer and returns the address of the function.
  const void* arrived(std::uint64_t number, const modeled::CallFrame& frame,
                      const std::uint64_t* stack, const void* return_address) const;

 private:
  struct Target {
    std::size_t function;
    bool is_fortran;
    const void* code;
  };
  void add_names(std::size_t function);
  void add(std::size_t function, bool is_fortran, const std::string& name);

  MpiObserver& observer_;
  std::vector<Target> targets_;  // by number of the stub
  std::vector<load::Replacement> replacements_;
  modeled::Stubs stubs_;
};

}  // namespace smpi::observe
