// SPDX-License-Identifier: BSD-3-Clause
//
// Vivaldi coordinates (Dabek et al. 2004): the latency between two machines of a wide-area network
// is the distance of their points (x, y, height), in milliseconds:
//
//   latency = sqrt((x1 - x2)^2 + (y1 - y2)^2) + |h1| + |h2|
//
// The links are those of a star: a peer's upward and the other's downward one.
#pragma once

#include <array>
#include <vector>

#include "models/zones/star.h"

namespace smpi::models {

class VivaldiZone : public StarZone {
 public:
  using StarZone::StarZone;
  bool append(std::uint32_t from, std::uint32_t to, RouteBuilder& builder) const override;
  std::string_view routing_name() const override { return "Vivaldi"; }
  bool is_complete() const override { return true; }
  std::optional<Shape> shape(const Platform&) const override { return std::nullopt; }

  // In milliseconds: x, y and height of each child, in the order of the children.
  std::vector<std::array<double, 3>> coordinates_ms;
};

}  // namespace smpi::models
