// SPDX-License-Identifier: BSD-3-Clause
//
// Runs of typed data, compared as sorted lists.
#include "libsmpi/mpi/datatype/footprint.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::analysis {
namespace {

using memory::Address;
using memory::AddressRange;

constexpr Address page_bytes = 4096;

AddressRange common_part(AddressRange a, AddressRange b) {
  return {std::max(a.begin, b.begin), std::min(a.end, b.end)};
}

bool is_empty(AddressRange range) {
  return range.begin >= range.end;
}

bool any_common(const std::vector<AddressRange>& a, const std::vector<AddressRange>& b) {
  auto at = b.begin();
  for (const AddressRange& range : a) {
    while (at != b.end() && at->end <= range.begin) ++at;
    if (at != b.end() && at->begin < range.end) return true;
  }
  return false;
}

constexpr std::uint64_t multiplier = 0x9E3779B97F4A7C15;

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
  state = (state ^ word) * multiplier;
  return state ^ (state >> 29);
}

std::uint64_t word_at(const std::byte* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Four independent chains keep the multiplier busy: about 10 GB/s.
std::uint64_t mixed_bytes(std::uint64_t state, const std::byte* bytes, std::size_t size) {
  std::uint64_t lanes[4] = {state, state + 1, state + 2, state + 3};
  for (; size >= 32; bytes += 32, size -= 32) {
    for (int i = 0; i < 4; i++) lanes[i] = mixed(lanes[i], word_at(bytes + 8 * i));
  }
  state = mixed(mixed(lanes[0], lanes[1]), mixed(lanes[2], lanes[3]));
  for (; size >= 8; bytes += 8, size -= 8) state = mixed(state, word_at(bytes));
  std::uint64_t rest = size;
  for (std::size_t i = 0; i < size; i++) rest = rest << 8 | static_cast<std::uint64_t>(bytes[i]);
  return mixed(state, rest);
}

}  // namespace

Footprint::Footprint(const void* address, MPI_Count count, const Datatype& type)
    : address_(memory::address_of(address)), count_(count), type_(const_cast<Datatype*>(&type)) {
  if (count <= 0 || type.size_bytes() == 0) return;
  const MPI_Count spread = (count - 1) * type.extent();
  const MPI_Count low = type.true_lb() + std::min<MPI_Count>(spread, 0);
  const MPI_Count high = type.true_lb() + type.true_extent() + std::max<MPI_Count>(spread, 0);
  bounds_ = {address_ + static_cast<Address>(low), address_ + static_cast<Address>(high)};
  is_dense_ = type.is_dense() || (count == 1 && type.layout().loop.is_run());
}

std::vector<AddressRange> Footprint::runs() const {
  return runs_in(bounds_);
}

std::vector<AddressRange> Footprint::runs_in(AddressRange window) const {
  if (empty()) return {};
  if (is_dense_) return {common_part(bounds_, window)};
  std::vector<AddressRange> found;
  for_each_run(*type_, count_, [&](std::int64_t offset, std::int64_t size) {
    const Address begin = address_ + static_cast<Address>(offset);
    const AddressRange part = common_part({begin, begin + static_cast<Address>(size)}, window);
    if (!is_empty(part)) found.push_back(part);
  });
  return found;
}

bool Footprint::overlaps(const Footprint& other) const {
  const AddressRange common = common_part(bounds_, other.bounds_);
  if (is_empty(common)) return false;
  if (is_dense_ && other.is_dense_) return true;
  const auto by_begin = [](AddressRange a, AddressRange b) { return a.begin < b.begin; };
  std::vector<AddressRange> own = runs_in(common);
  std::vector<AddressRange> theirs = other.runs_in(common);
  std::sort(own.begin(), own.end(), by_begin);
  std::sort(theirs.begin(), theirs.end(), by_begin);
  return any_common(own, theirs);
}

bool Footprint::operator==(const Footprint& other) const {
  return address_ == other.address_ && count_ == other.count_ && type_.get() == other.type_.get();
}

std::optional<std::uint64_t> Footprint::content() const {
  if (!is_mapped(bounds_)) return std::nullopt;
  std::uint64_t state = 0;
  for (const AddressRange& run : runs()) {
    state = mixed_bytes(state, reinterpret_cast<const std::byte*>(run.begin), run.end - run.begin);
  }
  return state;
}

bool is_mapped(AddressRange range) {
  if (is_empty(range)) return true;
  const Address first = range.begin / page_bytes * page_bytes;
  // Asks for nothing that is not being done anyway; fails where a page is missing.
  return msync(reinterpret_cast<void*>(first), range.end - first, MS_ASYNC) == 0;
}

}  // namespace smpi::analysis
