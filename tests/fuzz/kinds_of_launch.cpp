// SPDX-License-Identifier: BSD-3-Clause
//
// What says what runs where, and what computation costs.
#include "libsmpi/cost/modeled/blas_coefficients.h"
#include "libsmpi/cost/modeled/overlay/overlay_file.h"
#include "libsmpi/run/jobs/allocation.h"
#include "libsmpi/run/jobs/job_file.h"
#include "libsmpi/run/jobs/replay_jobs.h"
#include "libsmpi/run/launch/hostfile.h"
#include "libsmpi/run/placement/policy.h"
#include "models/readers/short_platform.h"
#include "tests/fuzz/kinds.h"

namespace smpi::fuzz {
namespace {

// Hosts host-0 to host-15.
const models::Platform& mesh() {
  static const models::Platform platform = models::make_short_platform("mesh:4x4", {});
  return platform;
}

void place(const std::string& policy, const std::string& path) {
  placement::place_ranks(placement::parse_placement(policy + path), mesh(),
                         placement::all_nodes(mesh()), 4);
}

void read_blas(const std::string& path) {
  modeled::BlasCoefficients coefficients = modeled::read_blas_coefficients(path);
  models::NameTable hosts;
  hosts.add("host-0");
  for (modeled::BlasCost& cost : coefficients.costs) cost.table.find_hosts(hosts);
}

}  // namespace

std::vector<Kind> launch_kinds() {
  return {
      {.name = "hostfile",
       .file = "hostfile",
       .read =
           [](const std::string& path) {
             launch::read_hostfile(path, mesh(), 16);
             launch::read_hostfile(path, mesh(), std::nullopt);
           }},
      {.name = "rankfile",
       .file = "rankfile",
       .read = [](const std::string& path) { place("rankfile:", path); }},
      {.name = "matrix",
       .file = "matrix.csv",
       .read = [](const std::string& path) { place("comm:", path); }},
      {.name = "jobs",
       .file = "jobs.toml",
       .read =
           [](const std::string& path) {
             jobs::allocate(jobs::read_job_file(path, mesh()).jobs, mesh());
           }},
      {.name = "replay-jobs",
       .file = "jobs.txt",
       .read = [](const std::string& path) { jobs::read_replay_jobs(path); }},
      {.name = "blas",
       .file = "blas.toml",
       .read = read_blas,
       .examples = {"share/blas/plain.toml", "tests/modeled/blas.toml",
                    "tests/modeled/processors.toml", "examples/hpl/blas.toml",
                    "examples/energy/blas.toml"}},
      {.name = "overlay",
       .file = "overlay.toml",
       .read = [](const std::string& path) { modeled::read_overlay(path); },
       .examples = {"tests/modeled/overlay.toml", "examples/hpl/overlay.toml"}},
  };
}

}  // namespace smpi::fuzz
