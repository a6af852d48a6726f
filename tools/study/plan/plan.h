// SPDX-License-Identifier: BSD-3-Clause
//
// What a plan file says, after all of it was checked: the points of the study and the command of
// each run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/plan/design.h"
#include "tools/study/plan/expression.h"
#include "tools/study/plan/slurm_options.h"
#include "tools/study/plan/split_future.h"
#include "tools/study/plan/tuning_options.h"

namespace smpi::study {

// How a number is read from what a run wrote.
struct Result {
  enum class From { stdout_text, summary };
  enum class Better { unknown, higher, lower };
  std::string name;
  From from = From::stdout_text;
  std::string pattern;  // a regular expression whose first group is the number, or a key
  Better better = Better::unknown;
  std::string unit = {};  // as it is written behind the number; empty: none
};

struct Limits {
  double wall_s = 0;               // of one run; 0: none
  std::optional<Template> memory;  // of one run: bytes, or a text with a unit
  unsigned attempts = 2;           // after as many failures a run has failed
  // A run is stopped when its simulated time is by this part longer than that of the best one.
  std::optional<double> stop_losers;
};

// More are added, up to the most, until the mean of the first result is known well enough.
struct Replicas {
  unsigned least = 1;
  unsigned most = 1;
  double half_width = 0;  // of the 95 % interval, as a part of the mean; 0: not asked for
  bool have_common_seeds = true;
};

// Which results other studies may use again (identity.h).
enum class CacheUse { simulated, measured, none };

// How points are chosen among the values of the parameters (docs/studies.md).
struct Design {
  enum class Kind {
    grid,
    list,
    one_at_a_time,
    latin_hypercube,
    sobol,
    morris,
    saltelli,
    d_optimal
  };
  Kind kind = Kind::grid;
  std::size_t count = 0;  // of points, trajectories or groups: what follows the colon
  std::uint64_t seed = 1;
};

// Templates know the parameters, then `seed` and `replica`.
struct Plan {
  std::string path;  // of the file
  std::string name;
  std::string folder;                  // of the file: what its relative paths start from
  std::vector<std::string> names;      // of the parameters
  std::vector<Axis> axes;              // what `names` belong to
  std::vector<std::string> workloads;  // of `names`, those that say what is to be done
  Design design;
  std::vector<Point> points;      // all different
  std::vector<std::size_t> rows;  // the point of each row of the design, which may repeat
  std::size_t excluded = 0;       // points that a constraint left out
  Replicas replicas;
  bool uses_smpirun = false;        // else the command is run as it is
  std::vector<Template> options;    // of smpirun, with its ranks and its platform
  std::string program;              // an absolute path
  std::vector<Template> arguments;  // of the program
  std::vector<std::pair<std::string, Template>> files;  // written into the folder of each run
  std::vector<std::string> inputs;                      // linked there: absolute paths
  std::vector<Result> results;
  Limits limits;
  SlurmOptions slurm;
  std::optional<TuningOptions> tuning;
  std::vector<int> good_exits = {0};  // exit statuses of a run that ended well
  CacheUse cache = CacheUse::simulated;
  std::optional<SplitFuture> future;  // what differs from a simulated time on

  // Names of the results that say what is better.
  DirectedResults directed_results() const;
  // What a point is to do: "n = 1000, kind = a"; empty when the plan marks no workload. Only points
  // with the same one can be compared.
  std::string workload_of(std::size_t point) const;
};

// Of a run. With common seeds replica k has seed k + 1 in every point, else the seed is a hash of
// the point and the replica: it stays when other points come and go.
std::uint64_t seed_of(const Plan& plan, std::size_t point, unsigned replica);
// The values that templates see.
std::vector<Value> template_values(const Plan& plan, std::size_t point, unsigned replica);
// The parameters of a point as JSON, which names it in a study.
std::string point_json(const Plan& plan, std::size_t point);
// Of one run of a point, 0 when the plan does not say. Throws FormulaError.
double memory_bytes(const Plan& plan, std::size_t point);

// Throws InputError with file, line, text and a hint.
Plan read_plan(const std::string& path);

}  // namespace smpi::study
