// SPDX-License-Identifier: BSD-3-Clause
//
// What a message carries along for its ranks, in the two labels that a carrier returns.
//
//   first   source 24, destination 24, sequence 16
//   second  content 2, then 30 and 32 for what it needs: a tag, numbers of operations
#pragma once

#include <cstdint>

#include "models/packet/carrier.h"
#include "tools/packets/workload.h"

namespace smpi::packets {

using models::packet::Labels;

enum class Content : std::uint64_t { message, announcement, answer, data };

inline constexpr unsigned rank_bits = 24, handle_bits = 30, content_shift = 62;
inline constexpr std::uint64_t rank_mask = (1U << rank_bits) - 1;
inline constexpr std::uint64_t handle_mask = (std::uint64_t{1} << handle_bits) - 1;

inline Labels labels_of(RankId from, RankId to, std::uint16_t sequence, Content content,
                        std::uint64_t handle, std::uint32_t low) {
  return {
      std::uint64_t{from} << 40 | std::uint64_t{to} << 16 | sequence,
      static_cast<std::uint64_t>(content) << content_shift | (handle & handle_mask) << 32 | low};
}
inline RankId source_of(const Labels& labels) {
  return static_cast<RankId>(labels[0] >> 40);
}
inline RankId target_of(const Labels& labels) {
  return static_cast<RankId>(labels[0] >> 16 & rank_mask);
}
inline std::uint16_t sequence_of(const Labels& labels) {
  return static_cast<std::uint16_t>(labels[0]);
}
inline Content content_of(const Labels& labels) {
  return static_cast<Content>(labels[1] >> content_shift);
}
inline std::uint32_t handle_of(const Labels& labels) {
  return static_cast<std::uint32_t>(labels[1] >> 32 & handle_mask);
}
inline std::uint32_t low_of(const Labels& labels) {
  return static_cast<std::uint32_t>(labels[1]);
}

}  // namespace smpi::packets
