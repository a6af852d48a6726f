// SPDX-License-Identifier: BSD-3-Clause
//
// Links have places in a table from their first byte on: of a large machine most are never used.
#include "libsmpi/watch/record/report/link_load.h"

#include <algorithm>

namespace smpi::record {

LinkLoad::LinkLoad(const kernel::Engine& engine, models::Network& network, std::size_t link_count)
    : engine_(engine), network_(network), place_of_link_(link_count, 0) {
  network.add_usage_observer(usage_changes, this);
}

// Before a change: until now the use was what the network still says.
void LinkLoad::usage_changes(void* self, std::uint32_t link) {
  auto& load = *static_cast<LinkLoad*>(self);
  std::uint32_t& place = load.place_of_link_[link];
  const double now_s = load.engine_.now_s();
  if (place == 0) {
    load.links_.push_back({.link = link, .used_since_s = now_s});
    place = static_cast<std::uint32_t>(load.links_.size());
  }
  load.integrate(load.links_[place - 1], load.network_.link_usage_bytes_per_s(link), now_s);
}

void LinkLoad::finish() {
  for (Link& link : links_) {
    integrate(link, network_.link_usage_bytes_per_s(link.link), engine_.now_s());
  }
}

void LinkLoad::integrate(Link& link, double usage_bytes_per_s, double now_s) {
  const double begin_s = link.used_since_s;
  link.used_since_s = now_s;
  if (!(usage_bytes_per_s > 0 && begin_s < now_s)) return;
  link.bytes += usage_bytes_per_s * (now_s - begin_s);
  while (now_s >= bin_s_ * static_cast<double>(bin_count)) join_bins();
  const auto last = static_cast<std::size_t>(now_s / bin_s_);
  for (auto bin = static_cast<std::size_t>(begin_s / bin_s_); bin <= last; bin++) {
    const double from_s = std::max(begin_s, static_cast<double>(bin) * bin_s_);
    const double to_s = std::min(now_s, static_cast<double>(bin + 1) * bin_s_);
    link.bin_bytes[bin] += static_cast<float>(usage_bytes_per_s * std::max(to_s - from_s, 0.0));
  }
}

void LinkLoad::join_bins() {
  bin_s_ *= 2;
  for (Link& link : links_) {
    for (std::size_t bin = 0; bin < bin_count; bin++) {
      const std::size_t first = 2 * bin;
      link.bin_bytes[bin] =
          first < bin_count ? link.bin_bytes[first] + link.bin_bytes[first + 1] : 0;
    }
  }
}

}  // namespace smpi::record
