// SPDX-License-Identifier: BSD-3-Clause
//
// What a call of MPI is for, in the few words that a picture has colours for; and modelled kernels,
// which are shown beside them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace smpi::record {

enum class CallTopic : std::uint8_t {
  point_to_point,
  waiting,
  collective,
  one_sided,
  files,
  other,  // MPI_Init, communicators, types, ...
  kernel,
};
inline constexpr std::size_t call_topic_count = 7;
inline constexpr std::array<const char*, call_topic_count> call_topic_names = {
    "point-to-point", "waiting",   "collective",      "one-sided",
    "files",          "other MPI", "modelled kernels"};

// `function` as programs call it, such as "MPI_Isend_c".
CallTopic topic_of_call(std::string_view function);

}  // namespace smpi::record
