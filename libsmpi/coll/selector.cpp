// SPDX-License-Identifier: BSD-3-Clause
//
// Reading the options that choose algorithms.
#include "libsmpi/coll/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "kernel/error.h"
#include "libsmpi/coll/registry.h"

namespace smpi::coll {
namespace {

using enum kernel::OptionKind;

constexpr kernel::OptionSpec table[] = {
    {"smpi/barrier", text, "", "algorithm of MPI_Barrier (smpirun -help-coll lists the names)"},
    {"smpi/bcast", text, "", "algorithm of MPI_Bcast"},
    {"smpi/gather", text, "", "algorithm of MPI_Gather"},
    {"smpi/gatherv", text, "", "algorithm of MPI_Gatherv"},
    {"smpi/scatter", text, "", "algorithm of MPI_Scatter"},
    {"smpi/scatterv", text, "", "algorithm of MPI_Scatterv"},
    {"smpi/allgather", text, "", "algorithm of MPI_Allgather"},
    {"smpi/allgatherv", text, "", "algorithm of MPI_Allgatherv"},
    {"smpi/alltoall", text, "", "algorithm of MPI_Alltoall"},
    {"smpi/alltoallv", text, "", "algorithm of MPI_Alltoallv"},
    {"smpi/alltoallw", text, "", "algorithm of MPI_Alltoallw"},
    {"smpi/reduce", text, "", "algorithm of MPI_Reduce"},
    {"smpi/allreduce", text, "", "algorithm of MPI_Allreduce"},
    {"smpi/reduce_scatter", text, "", "algorithm of MPI_Reduce_scatter"},
    {"smpi/reduce_scatter_block", text, "", "algorithm of MPI_Reduce_scatter_block"},
    {"smpi/scan", text, "", "algorithm of MPI_Scan"},
    {"smpi/exscan", text, "", "algorithm of MPI_Exscan"},
};

const Algorithm& find_algorithm(Collective collective, const std::string& name) {
  const auto all = algorithms(collective);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Algorithm& a) { return a.name == name; });
  if (found != all.end()) return *found;
  std::vector<std::string_view> names;
  for (const Algorithm& algorithm : all) names.emplace_back(algorithm.name);
  std::string nearest = kernel::nearest_name(name, names);
  throw kernel::InputError(fmt::format("unknown algorithm of {}", name_of(collective)),
                           {.file = "",
                            .line = 0,
                            .text = fmt::format("smpi/{}:{}", name_of(collective), name),
                            .hint = nearest.empty() ? "smpirun -help-coll lists the names"
                                                    : fmt::format("did you mean {}?", nearest)});
}

}  // namespace

Selector::Selector(const kernel::Options& options) {
  for (int i = 0; i < collective_count; i++) {
    const auto collective = static_cast<Collective>(i);
    const std::string& name = options.text(std::string("smpi/") + name_of(collective));
    if (!name.empty()) forced_[static_cast<std::size_t>(i)] = &find_algorithm(collective, name);
  }
}

std::span<const kernel::OptionSpec> Selector::options() {
  return table;
}

const Algorithm& Selector::choose(const Profile& profile) const {
  const Algorithm* forced = forced_[static_cast<std::size_t>(profile.collective)];
  if (forced != nullptr) return *forced;
  return algorithms(profile.collective).front();
}

}  // namespace smpi::coll
