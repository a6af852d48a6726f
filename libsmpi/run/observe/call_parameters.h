// SPDX-License-Identifier: BSD-3-Clause
//
// Names and kinds of the parameters of MPI functions, and names of predefined handles. The tables
// are made at build time (scripts/make_call_parameters.py).
#pragma once

#include <cstdint>
#include <span>

namespace smpi::observe {

// `handle`: of anything but a communicator.
enum class ParameterKind : std::uint8_t { integer, large_integer, communicator, handle, other };

struct Parameter {
  const char* name;
  ParameterKind kind;
};
struct HandleName {
  std::uint64_t value;
  const char* name;
};

// By function, in the order of api::functions().
std::span<const std::span<const Parameter>> call_parameters();
// By value.
std::span<const HandleName> handle_names();

}  // namespace smpi::observe
