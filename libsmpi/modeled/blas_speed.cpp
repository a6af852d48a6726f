// SPDX-License-Identifier: BSD-3-Clause
//
// Seconds are flops of the reference host, so the ratio of both speeds is the same on all hosts
// that have no costs of their own.
#include "libsmpi/modeled/blas_speed.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "libsmpi/modeled/blas_routines.h"

namespace smpi::modeled {
namespace {

// The update of HPL.
constexpr std::array<double, 3> large = {8000, 8000, 128};  // M, N, K
constexpr double operations = 2 * large[0] * large[1] * large[2];
constexpr double ratio_most = 1.1;
constexpr double ratio_least = 0.5;

const BlasCost* dgemm_of(const std::vector<BlasCost>& costs) {
  const auto routines = blas_routines();
  for (std::size_t i = 0; i < routines.size() && i < costs.size(); ++i) {
    if (std::string_view(routines[i].name) == "dgemm") return &costs[i];
  }
  return nullptr;
}

struct Found {
  double ratio = 1;  // speed of dgemm / speed of the host
  models::HostId host = models::no_id;

  void look_at(const CostFormulas& cost, models::HostId where) {
    const double here = operations / cost.flops.evaluate(large.data());
    const bool is_possible = here > 0 && std::isfinite(here);
    if (is_possible &&
        (host == models::no_id || std::abs(std::log(here)) > std::abs(std::log(ratio))))
      *this = {here, where};
  }
};

}  // namespace

std::string contradiction_of_speeds(const std::vector<BlasCost>& costs,
                                    const Processors& processors, const std::string& file,
                                    const models::HostTable& hosts,
                                    std::span<const models::HostId> used) {
  const BlasCost* const dgemm = dgemm_of(costs);
  if (dgemm == nullptr || (dgemm->is_free && dgemm->table.is_empty())) return "";
  Found found;
  for (const models::HostId host : std::set<models::HostId>(used.begin(), used.end())) {
    if (dgemm->table.is_empty()) {
      found.look_at(*dgemm, host);
      break;
    }
    for (std::uint32_t i = 0; i < processors.per_host; ++i) {
      const CostFormulas* const own = dgemm->table.row(host * processors.per_host + i);
      if (own != nullptr) found.look_at(*own, host);
    }
  }
  if (found.host == models::no_id) return "";
  if (found.ratio <= ratio_most && found.ratio >= ratio_least) return "";
  const double host_gflops = hosts.speed_flops(found.host) / 1e9;
  return fmt::format(
      "{}: dgemm makes {:.4g} Gflop/s on {}, a host of {:.4g} Gflop/s: {}; with reference_speed = "
      "\"{:.4g}Gf\" they would agree",
      file, host_gflops * found.ratio, std::string_view(hosts.name[found.host]), host_gflops,
      found.ratio > 1 ? "results may be faster than the machine"
                      : "results may be far slower than the machine",
      dgemm->reference_speed_flops * found.ratio / 1e9);
}

}  // namespace smpi::modeled
