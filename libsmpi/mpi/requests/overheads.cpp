// SPDX-License-Identifier: BSD-3-Clause
//
// Parsing and evaluation of the overhead tables.
#include "libsmpi/mpi/requests/overheads.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

#include "kernel/error.h"
#include "models/network/calibration.h"
#include "models/network/config.h"

namespace smpi::p2p {
namespace {

[[noreturn]] void refuse(std::string_view name, const char* problem, std::string_view segment) {
  throw kernel::InputError("option " + std::string(name) + " has " + problem,
                           {.text = std::string(segment),
                            .hint = "write threshold:intercept:slope;... in bytes, seconds and "
                                    "seconds per byte"});
}

double parse_number(std::string_view name, std::string_view text, std::string_view whole) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
    refuse(name, "a wrong segment", whole);
  }
  return value;
}

// More than two coefficients are taken when they are zero, as in SimGrid's default 0:0:0:0:0.
void refuse_more(std::string_view name, std::string_view rest, std::string_view whole) {
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    if (parse_number(name, rest.substr(0, colon), whole) != 0)
      refuse(name, "more than three numbers in a segment", whole);
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
}

Overhead overhead_of(const kernel::Options& options, const char* key, const char* noise_key,
                     models::NoiseStreams::Purpose purpose) {
  Overhead overhead{OverheadTable(key, options.text(key)), std::nullopt, {}};
  models::NoiseTable noise = models::noise_of_option(options, noise_key);
  if (!noise.is_empty()) {
    overhead.noise = OverheadNoise{std::move(noise), {models::noise_seed(options), purpose}};
  }
  return overhead;
}

}  // namespace

OverheadTable::OverheadTable(std::string_view name, std::string_view text) {
  while (!text.empty()) {
    const std::size_t semicolon = std::min(text.find(';'), text.size());
    std::string_view segment = text.substr(0, semicolon);
    text.remove_prefix(std::min(semicolon + 1, text.size()));
    double values[3] = {0, 0, 0};
    const std::string_view whole = segment;
    for (double& value : values) {
      const std::size_t colon = std::min(segment.find(':'), segment.size());
      if (colon > 0) value = parse_number(name, segment.substr(0, colon), whole);
      segment.remove_prefix(std::min(colon + 1, segment.size()));
    }
    refuse_more(name, segment, whole);
    // A fitted line may fall below 0 further on, where it counts as 0.
    if (values[1] + values[2] * std::max(values[0], 0.0) < 0) {
      refuse(name, "a negative time where a segment begins", whole);
    }
    segments_.push_back({values[0], values[1], values[2]});
  }
  std::stable_sort(segments_.begin(), segments_.end(), [](const Segment& a, const Segment& b) {
    return a.threshold_bytes > b.threshold_bytes;
  });
  const bool all_zero = std::all_of(segments_.begin(), segments_.end(), [](const Segment& s) {
    return s.intercept_s == 0 && s.slope_s_per_byte == 0;
  });
  if (all_zero) segments_.clear();
}

double OverheadTable::seconds(double size_bytes) const {
  if (segments_.empty()) return 0;
  const auto found = std::find_if(segments_.begin(), segments_.end() - 1, [&](const Segment& one) {
    return one.threshold_bytes < size_bytes;
  });
  return std::max(found->intercept_s + found->slope_s_per_byte * size_bytes, 0.0);
}

void OverheadTables::load(const kernel::Options& options) {
  constexpr const char* scale_key = "smpi/scale-collectives";
  collective_scale = options.number(scale_key);
  if (collective_scale < 0) {
    throw kernel::InputError("option " + std::string(scale_key) + " cannot be negative",
                             {.text = options.text(scale_key)});
  }
  if (models::is_ideal_network(options)) return;
  using Purpose = models::NoiseStreams::Purpose;
  blocking_send = overhead_of(options, "smpi/os", "network/noise-os", Purpose::send);
  nonblocking_send =
      overhead_of(options, "smpi/ois", "network/noise-ois", Purpose::nonblocking_send);
  receive = overhead_of(options, "smpi/or", "network/noise-or", Purpose::receive);
  any = !blocking_send.table.is_zero() || !nonblocking_send.table.is_zero() ||
        !receive.table.is_zero();
}

}  // namespace smpi::p2p
