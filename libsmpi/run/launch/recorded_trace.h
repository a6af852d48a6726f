// SPDX-License-Identifier: BSD-3-Clause
//
// smpirun -trace-ti: the run writes a trace of what its ranks do (docs/acquire.md).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "kernel/options.h"
#include "libsmpi/ranks/load/elf/function_replacement.h"

namespace smpi {
class Simulation;
}

namespace smpi::launch {

class RecordedTrace {
 public:
  static std::span<const kernel::OptionSpec> options();
  // The program's own calls of PMPI functions, and those of a tool, are recorded as well.
  static void add_replacements(std::vector<load::Replacement>& replacements);

  // Begins to record, into the file that tracing/filename says. Makes the files: throws InputError
  // when it cannot.
  explicit RecordedTrace(Simulation& simulation);
  ~RecordedTrace();
  RecordedTrace(const RecordedTrace&) = delete;
  RecordedTrace& operator=(const RecordedTrace&) = delete;

  // After the run: writes what is left. Throws InputError when the disk is full.
  void finish();

 private:
  struct Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace smpi::launch
