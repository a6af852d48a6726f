// SPDX-License-Identifier: BSD-3-Clause
//
// [slurm] of a plan: how its runs become arrays of a Slurm cluster.
#pragma once

#include <string>
#include <vector>

#include "models/readers/toml_fwd.h"

namespace smpi::study {

struct SlurmOptions {
  std::string partition;  // these three: empty leaves the choice to Slurm
  std::string account;
  std::string qos;
  std::vector<std::string> options;  // of sbatch, as they are
  unsigned limit = 0;                // tasks at once; 0: as many as there is room for
  double chunk_s = 900;              // what a task should take
  double poll_s = 10;                // between questions to Slurm; doubles up to six times that
  double grace_s = 120;              // file systems may show a result so much later
};

// Throws InputError.
SlurmOptions read_slurm_options(const models::TomlFile& file, const toml::node& node);

}  // namespace smpi::study
