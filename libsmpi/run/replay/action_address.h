// SPDX-License-Identifier: BSD-3-Clause
//
// An action of a trace as an address. Reports name the line of a program by the address that a call
// returns to; a replay has none, so it gives addresses that no program has, with the rank and the
// place of the action in them. The rank is the process of the run: several traces may be replayed.
#pragma once

#include <cstdint>
#include <optional>

namespace smpi::replay {

inline constexpr unsigned position_bits = 45;  // trace::Cursor::position()
inline constexpr std::uint64_t address_mark = std::uint64_t{1} << 63;

// The lowest bit is set: reports look at the byte before a return address, where the call is.
inline const void* address_of_action(std::uint32_t process, std::uint64_t position) {
  const std::uint64_t place = (std::uint64_t{process} << position_bits) | position;
  return reinterpret_cast<const void*>(address_mark | (place << 1) | 1);
}

struct ActionPlace {
  std::uint32_t process;
  std::uint64_t position;
};

// Nothing: it is an address of a program.
inline std::optional<ActionPlace> action_at(const void* address) {
  const auto bits = reinterpret_cast<std::uint64_t>(address);
  if ((bits & address_mark) == 0) return std::nullopt;
  const std::uint64_t place = (bits & ~address_mark) >> 1;
  constexpr std::uint64_t position_mask = (std::uint64_t{1} << position_bits) - 1;
  return ActionPlace{static_cast<std::uint32_t>(place >> position_bits), place & position_mask};
}

}  // namespace smpi::replay
