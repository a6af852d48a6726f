// SPDX-License-Identifier: BSD-3-Clause
//
// A file of costs has no conditions: min(1, max(0, NB - K)) is 1 in a panel and 0 in the update.
#include "tools/study/cluster/panels.h"

#include <fmt/format.h>

#include <algorithm>

namespace smpi::study::cluster {
namespace {

// Outputs have two digits after the point: two such numbers are then known to 2 %.
constexpr double least_s = 0.5;

}  // namespace

Panels panels_of(const OutputRun& run) {
  const double pivots_s = run.has_device ? 0 : run.pivots_s;  // a host may wait for a device there
  const double seconds = run.panels_s - pivots_s;
  if (seconds < least_s) return {};
  return {.flop_s = seconds / panel_flops(run.setup), .are_beside = run.has_device};
}

double panel_flops(const hpl::Setup& setup) {
  const double nb = setup.nb;
  const double rows = setup.p;
  const std::uint64_t turn = std::uint64_t{setup.nb} * setup.q;
  double flops = 0;
  for (std::uint64_t first = 0; first < setup.n; first += turn) {
    const auto left = static_cast<double>(setup.n - first);
    const double columns = std::min(nb, left);
    flops += columns * columns * (left - columns / 3) / rows;
  }
  return flops;
}

std::string panel_kernels_text(const Panels& panels, const UpdateCosts& update,
                               const hpl::Setup& setup) {
  const double flop_s = panels.flop_s;
  // A rank of m rows updates m P/Q columns: 2 NB m^2 P/Q flops hide NB^2 m of a panel.
  const double hidden_rows = flop_s * setup.nb * setup.q / (setup.p * update.mnk_s);
  const auto shown = [&](const char* rows) {
    return panels.are_beside ? fmt::format("*max(0,1-{}/{})", rows, hidden_rows) : std::string();
  };
  const std::string in_panel = fmt::format("min(1,max(0,{}-K))", setup.nb);
  const std::string small = fmt::format("min(1,max(0,{}-T))", setup.nb);
  return fmt::format(
      "[dgemm]\nseconds = \"(1-{0})*({1}*M*N*K+{2}*M*N+{3}*M*K+{4}*N*K)+{0}*{5}*M*N*K{6}\"\n"
      "[dtrsm]\nseconds = \"(1-{7})*{8}*R*T^2+{7}*{9}*R*T^2\"\n"
      "[dgemv]\nseconds = \"{5}*M*N{6}\"\n[dger]\nseconds = \"{5}*M*N{6}\"\n"
      "[dscal]\nseconds = \"{9}*N{10}+{11}*N\"\n",
      in_panel, update.mnk_s, update.mn_s, update.mk_s, update.nk_s, 2 * flop_s, shown("M"), small,
      update.rtt_s, flop_s, shown("N"), update.row_copy_s);
}

}  // namespace smpi::study::cluster
