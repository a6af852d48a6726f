// SPDX-License-Identifier: BSD-3-Clause
//
// Runs of xhpl of examples/hpl by smpirun, with the machinery of studies: each round is a plan like
// one that a user writes, NAME.toml, with its study beside it, which smpi-study results, why and
// report show. Runs are whole ones, or samples of some panels (sampling.h), which xhpl's overlay
// ends with status 75.
#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tools/study/hpl/sampling.h"
#include "tools/study/hpl/setup.h"
#include "tools/study/plan/expression.h"
#include "tools/study/runs/coordinator.h"

namespace smpi::study::hpl {

struct RunsFailed : std::runtime_error {
  RunsFailed(const std::string& message, StudyEnd how) : std::runtime_error(message), end(how) {}
  StudyEnd end;
};

// A run of HPL on some machine. The columns are parameters of the plan: all runs of a round have
// the same ones, in the same order, and the options of the round name them in braces.
struct PanelRun {
  Setup setup;
  std::string platform;  // of smpirun
  std::vector<std::pair<std::string, Value>> columns;
};

struct Round {
  std::string name;
  std::vector<std::string> options;  // of smpirun, with {columns}
  std::vector<PanelRun> runs;
};

// In quotes, as TOML and JSON have them. Braces stay braces where plans fill formulas in.
std::string in_quotes(const std::string& text);
std::string escaped_braces(const std::string& text);

class PanelRuns {
 public:
  // `folder` gets the plans and the studies. `program` is xhpl; empty: that of this build tree.
  // `asker` is the file that asked, for messages. Nothing is looked for before the first round.
  PanelRuns(std::string folder, std::string program, std::string asker, RunOptions options);

  // Seconds of the whole of each run, from some panels where that is less work. Throws InputError
  // and RunsFailed.
  std::vector<double> sampled_s(const Round& round);
  // Seconds of whole runs: by run, then by replica. Throws InputError and RunsFailed.
  std::vector<std::vector<double>> whole_s(const Round& round, std::uint32_t replicas);

  // Seconds in each modelled kernel in the whole of each run, means of its ranks; from some panels
  // where `sampled` is set and that is less work. What was run before is in the cache of studies.
  // REQUIRES: the round's options have smpi/kernel-times. Throws as these do.
  std::vector<std::map<std::string, double>> kernels_s(const Round& round, bool sampled);

  // Finds the program and makes the folder, once. Throws InputError.
  void prepare();
  // A file of the simulations, in the folder. Returns its path. Throws InputError.
  std::string write(const std::string& name, const std::string& content) const;
  // The overlay of xhpl. REQUIRES: prepare().
  std::string overlay_path() const;
  // Folders of the studies so far.
  const std::vector<std::string>& studies() const { return studies_; }

 private:
  struct Part {
    const PanelRun* run;
    Sample sample;  // a whole run stops after its end
  };
  // By part, then by replica.
  struct Times {
    std::vector<double> end_s, warm_s;
  };
  static std::vector<Part> parts_of(const Round& round, bool sampled);
  std::vector<Times> run_all(const Round& round, const std::vector<Part>& parts,
                             std::uint32_t replicas);
  std::string plan_text(const Round& round, const std::vector<Part>& parts,
                        std::uint32_t replicas) const;

  std::string folder_;
  std::string program_;
  std::string asker_;
  RunOptions options_;
  bool is_prepared_ = false;
  std::vector<std::string> studies_;
};

}  // namespace smpi::study::hpl
