// SPDX-License-Identifier: BSD-3-Clause
//
// Reading arguments out of registers, or behind the addresses that Fortran passes.
#include "libsmpi/run/observe/call_recorder.h"

#include <cstring>

#include "libsmpi/ranks/runtime/rank.h"
#include "libsmpi/ranks/runtime/source_line.h"
#include "libsmpi/run/observe/call_parameters.h"

namespace smpi::observe {
namespace {

template <class Value>
Value value_at(std::uint64_t address) {
  Value value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof value);
  return value;
}

// Integers are extended with their sign, so that a value is one word in all forms.
std::uint64_t integer(const SeenCall& call, std::uint64_t word) {
  const auto value =
      call.is_fortran ? value_at<std::int32_t>(word) : static_cast<std::int32_t>(word);
  return static_cast<std::uint64_t>(std::int64_t{value});
}

std::uint64_t large_integer(const SeenCall& call, std::uint64_t word) {
  return call.is_fortran ? value_at<std::uint64_t>(word) : word;
}

std::uint64_t handle(const SeenCall& call, std::uint64_t word) {
  return call.is_fortran ? value_at<std::uint32_t>(word) : word;
}

}  // namespace

void CallRecorder::see(const SeenCall& call) {
  const std::uint32_t rank = current_rank().process;
  const std::span<const Parameter> parameters = call_parameters()[call.function];
  arguments_.clear();
  for (std::size_t i = 0; i < parameters.size(); i++) {
    switch (parameters[i].kind) {
      case ParameterKind::integer:
        arguments_.push_back(integer(call, call.word(i)));
        break;
      case ParameterKind::large_integer:
        arguments_.push_back(large_integer(call, call.word(i)));
        break;
      case ParameterKind::communicator:
        arguments_.push_back(number_of_communicator(rank, handle(call, call.word(i))));
        break;
      case ParameterKind::handle:
        arguments_.push_back(number_of_handle(rank, handle(call, call.word(i))));
        break;
      case ParameterKind::other:
        break;
    }
  }
  log_.add({.rank = rank,
            .function = call.function,
            .site = site_of(call.return_address),
            .arguments = arguments_});
}

std::uint64_t CallRecorder::number_of_communicator(std::uint32_t rank, std::uint64_t handle) {
  if (handle <= predefined_handle_max) return handle;
  const auto number = communicators_.number_of(handle);
  return number ? predefined_handle_max + *number : number_of_handle(rank, handle);
}

std::uint64_t CallRecorder::number_of_handle(std::uint32_t rank, std::uint64_t handle) {
  if (handle <= predefined_handle_max) return handle;
  if (rank >= handles_.size()) handles_.resize(rank + 1);
  auto& known = handles_[rank];
  return known.try_emplace(handle, predefined_handle_max + 1 + known.size()).first->second;
}

std::uint64_t CallRecorder::site_of(const void* return_address) {
  const auto [site, is_new] = sites_.try_emplace(return_address, 0);
  if (is_new) site->second = log_.add_site(source_line_suffix(return_address));
  return site->second;
}

}  // namespace smpi::observe
