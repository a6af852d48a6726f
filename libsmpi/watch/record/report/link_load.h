// SPDX-License-Identifier: BSD-3-Clause
//
// What each link carried, and when: the integral of its use, as the network model counts it,
// acknowledgements included.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "kernel/engine.h"
#include "models/network/network.h"

namespace smpi::record {

class LinkLoad {
 public:
  static constexpr std::size_t bin_count = 64;

  // Follows all links from now on; both must outlive the run, as must this object.
  LinkLoad(const kernel::Engine& engine, models::Network& network, std::size_t link_count);
  LinkLoad(const LinkLoad&) = delete;
  LinkLoad& operator=(const LinkLoad&) = delete;

  // Until now. To be called before the links are looked at.
  void finish();
  struct Link {
    models::LinkId link;
    double bytes = 0;
    double used_since_s = 0;                   // until when it is integrated
    std::array<float, bin_count> bin_bytes{};  // bin i is [i, i + 1) x bin_s()
  };
  // Those that carried anything, in the order in which they did first.
  const std::vector<Link>& links() const { return links_; }
  double bin_s() const { return bin_s_; }

 private:
  static void usage_changes(void* self, std::uint32_t link);
  void integrate(Link& link, double usage_bytes_per_s, double now_s);
  void join_bins();

  const kernel::Engine& engine_;
  const models::Network& network_;
  std::vector<std::uint32_t> place_of_link_;  // in links_, from 1 on; 0: it carried nothing yet
  std::vector<Link> links_;
  double bin_s_ = 0x1p-30;  // about a nanosecond
};

}  // namespace smpi::record
