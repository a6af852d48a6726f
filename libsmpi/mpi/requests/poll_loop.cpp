// SPDX-License-Identifier: BSD-3-Clause
//
// A hash of the inner frames of a program that polls.
#include "libsmpi/mpi/requests/poll_loop.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace smpi::p2p {
namespace {

constexpr std::size_t seen_stack_bytes = 2048;
constexpr std::size_t seen_bytes_of_thread = 256;  // whose stack's end is not known
// rbx, rbp and r12 to r15, which the call's function saves below its return address.
constexpr std::size_t saved_registers = 6;

// Any one word that differs changes the result, as an odd factor loses nothing. In lanes, since
// each multiplication waits for the one before it. Frames have words that no object owns:
// AddressSanitizer must not look.
[[gnu::no_sanitize("address")]] std::uint64_t hash_of(const std::uint64_t* begin,
                                                      const std::uint64_t* end) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
  std::array<std::uint64_t, 4> lanes{};
  for (; end - begin >= std::ptrdiff_t{lanes.size()}; begin += lanes.size()) {
    for (std::size_t i = 0; i < lanes.size(); i++) lanes[i] = (lanes[i] + begin[i]) * odd;
  }
  for (; begin < end; begin++) lanes[0] = (lanes[0] + *begin) * odd;
  std::uint64_t hash = 0;
  for (const std::uint64_t lane : lanes) hash = (hash + lane) * odd;
  return hash;
}

std::uint64_t state_of(const Rank& rank) {
  const auto* frame = static_cast<const std::byte*>(rank.poll_frame);
  const std::byte* const top = rank.main.actor->stack_end();
  const std::byte* const end =
      top == nullptr ? frame + seen_bytes_of_thread : std::min(frame + seen_stack_bytes, top);
  const auto* return_address = reinterpret_cast<const std::uint64_t*>(frame) - 1;
  return hash_of(return_address - saved_registers, reinterpret_cast<const std::uint64_t*>(end));
}

bool is_frame(const void* poll_frame) {
  return poll_frame != nullptr && poll_frame != &counted_poll;
}

}  // namespace

const char counted_poll = 0;

const void* site_of_poll(const Rank& rank) {
  if (!is_frame(rank.poll_frame)) return nullptr;
  return static_cast<const void* const*>(rank.poll_frame)[-1];
}

bool repeats_poll(Rank& rank) {
  if (!is_frame(rank.poll_frame)) return false;
  const std::uint64_t state = state_of(rank);
  const bool repeats = state == rank.poll_state;
  if (keeps_state(rank.poll_streak)) rank.poll_state = state;
  return repeats;
}

}  // namespace smpi::p2p
