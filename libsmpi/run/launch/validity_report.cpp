// SPDX-License-Identifier: BSD-3-Clause
//
// The limits of the model, as far as this run meets them.
#include "libsmpi/run/launch/validity_report.h"

#include <fmt/format.h>

#include <vector>

namespace smpi::launch {
namespace {

constexpr double beyond_share_max = 0.01;
constexpr double crowded_share_max = 0.1;

}  // namespace

std::string describe_validity(models::Network& network, const models::Platform& platform) {
  const models::MeasuredNetwork* measured = models::measured(network);
  const auto known = measured == nullptr ? std::nullopt : measured->validity();
  if (!known) return "";
  const models::NetworkValidity& validity = *known;
  std::vector<std::string> limits;
  if (validity.beyond_share_of_messages > beyond_share_max ||
      validity.beyond_share_of_bytes > beyond_share_max) {
    limits.push_back(fmt::format(
        "{:.3g} % of messages and {:.3g} % of bytes are of sizes that were not measured ({} to {} "
        "bytes)",
        100 * validity.beyond_share_of_messages, 100 * validity.beyond_share_of_bytes,
        validity.least_bytes, validity.most_bytes));
  }
  if (validity.crowded_share > crowded_share_max) {
    limits.push_back(fmt::format(
        "four messages or more go to {} at once for {:.3g} % of the time, where a real switch may "
        "drop packets (incast)",
        platform.hosts.name[validity.crowded_host], 100 * validity.crowded_share));
  }
  if (limits.empty()) return "";
  return fmt::format("smpirun: beyond the measured network: {}\n", fmt::join(limits, "; "));
}

}  // namespace smpi::launch
