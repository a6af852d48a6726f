// SPDX-License-Identifier: BSD-3-Clause
//
// Strings, lengths of arrays, and the caller.
#include "libsmpi/doors/fortran/convert.h"

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/topology.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::fortran {
namespace {

// Stands in a buffer that nobody has written yet: no text begins with it.
constexpr char untouched = '\x01';

// Nothing when the communicator has no topology; MPI then says what is wrong.
comm::Neighbourhood neighbourhood_of(MPI_Comm comm) {
  const Communicator* communicator = find_communicator(comm);
  const comm::Topology* topology = communicator == nullptr ? nullptr : communicator->topology();
  return topology == nullptr ? comm::Neighbourhood{}
                             : topology->neighbourhood(communicator->rank());
}

}  // namespace

Caller::Caller(const void* return_address) {
  fortran_caller = return_address;
}

Caller::~Caller() {
  fortran_caller = nullptr;
}

MPI_Count partner_count(MPI_Comm comm) {
  const Communicator* communicator = find_communicator(comm);
  if (communicator == nullptr) return 0;
  return communicator->is_inter() ? communicator->remote_size() : communicator->size();
}

MPI_Count source_count(MPI_Comm comm) {
  return static_cast<MPI_Count>(neighbourhood_of(comm).sources.size());
}

MPI_Count destination_count(MPI_Comm comm) {
  return static_cast<MPI_Count>(neighbourhood_of(comm).destinations.size());
}

std::string trimmed(const char* text, std::size_t length, bool from_first_letter) {
  const std::string_view all(text, length);
  const std::size_t end = all.find_last_not_of(' ');
  if (end == std::string_view::npos) return {};
  const std::size_t start = from_first_letter ? all.find_first_not_of(' ') : 0;
  return std::string(all.substr(start, end + 1 - start));
}

TextResult::TextResult(char* fortran, std::size_t length, int c_bytes)
    : fortran_(fortran), length_(length), text_(static_cast<std::size_t>(std::max(c_bytes, 1))) {
  text_[0] = untouched;
}

TextResult::~TextResult() {
  if (text_[0] == untouched) return;
  const std::size_t count = std::min(strnlen(text_.data(), text_.size()), length_);
  std::memcpy(fortran_, text_.data(), count);
  std::memset(fortran_ + count, ' ', length_ - count);
}

}  // namespace smpi::fortran
