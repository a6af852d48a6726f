// SPDX-License-Identifier: BSD-3-Clause
//
// Quantities with units as platform files and command lines write them: 1Gf, 10Gbps, 24us, 8KiB.
#pragma once

#include <string>
#include <string_view>

#include "kernel/error.h"

namespace smpi::models {

enum class Quantity { speed_flops, bandwidth_bytes_per_s, time_s, size_bytes };

struct Parsed {
  double value;       // in the base unit of the quantity
  bool unit_missing;  // a bare number: the base unit was assumed, the caller may warn
};

// Parses `text`. Throws InputError (with `where` completed by the text and a hint listing the units
// of that quantity) when the number or the unit is wrong.
Parsed parse_quantity(std::string_view text, Quantity quantity,
                      kernel::InputError::Where where = {});

// "flop/s", "bytes per second", "seconds" or "bytes": what a number without a unit is taken as.
const char* base_unit_name(Quantity quantity);

// Human-readable forms for reports: "12.5 GB/s", "24 us", "1.5 Gflop/s", "3.2 MiB".
std::string format_bandwidth(double bytes_per_s);
std::string format_time(double seconds);
std::string format_speed(double flops);
std::string format_size(double bytes);

}  // namespace smpi::models
