// SPDX-License-Identifier: BSD-3-Clause
//
// Divides a run at a simulated time, or at a call, into its futures: forked processes that share
// all of the past by copy on write.
//
//   smpirun --futures ---- the past, which waits -+- unchanged
//   (prints the table)     from the split on      +- future a
//                                                 +- future b, which waits -+- unchanged
//                                                                           +- future c
//
// The process with the past stays as it is, so each future starts from it, also when there are more
// of them than may run at a time. Standard output and error are files of the past's folder, which
// each future gets a copy of: what is in the buffers of ranks is copied with the memory, and the
// past never writes it, so nothing is written twice.
//
// Alternatives considered: checkpoints in files (they would have to hold the memory, stacks and
// open files of all ranks, and be loaded at the same addresses), and running all futures in one
// process (nothing of a program can be undone).
#pragma once

#include <sys/types.h>

#include <map>
#include <optional>
#include <span>
#include <string>

#include "libsmpi/run/futures/calls.h"
#include "libsmpi/run/futures/changes.h"
#include "libsmpi/run/futures/ledger.h"
#include "libsmpi/run/futures/open_files.h"
#include "libsmpi/run/futures/plan.h"

namespace smpi {
class AssembledSimulation;
}

namespace smpi::futures {

// What all processes of a run with futures have in common. Made before any of them.
class Division {
 public:
  // Throws InputError when the folder holds what is not of an earlier run with futures.
  explicit Division(Plan plan);
  ~Division();
  Division(const Division&) = delete;
  Division& operator=(const Division&) = delete;

  const Plan& plan() const { return plan_; }
  const Ledger& ledger() const { return ledger_; }
  const std::string& folder() const { return folder_; }  // absolute
  std::string past_folder() const { return folder_ + "/past"; }
  // A path for a file of this name in the folder of whichever future writes it.
  std::string result_path(const std::string& name) const;
  // Removes the folder of a run that never began.
  void remove_unused() const;

 private:
  friend class Splitter;
  // What an earlier run left is removed.
  void make_folders() const;
  void use_results_of(const std::string& folder) const;
  Plan plan_;
  Ledger ledger_;
  std::string folder_;
  int results_;    // a descriptor of the folder of the process
  int tokens_[2];  // a pipe with a byte for each future that may run besides one per process
};

class Splitter {
 public:
  // Makes the folder. REQUIRES: no rank has run. All must outlive this object.
  Splitter(const Division& division, Changes& changes, AssembledSimulation& simulation);

  // From now on output goes to files, and the run will be split. `breakpoints` are those that the
  // program has for it.
  void start(std::span<const load::Breakpoint> breakpoints);

 private:
  struct Running {
    std::string path;
    bool has_token;
  };

  void expect_split(const Split& split);
  // Returns in each future. In the past it waits for them and ends the process.
  void split();
  [[noreturn]] void refuse(const std::string& reason);
  // Returns true in the future.
  bool start_future(const Future& future);
  void become(const Future& future);
  // Waits until one more may run. Returns whether it took a token for it.
  bool wait_for_turn();
  void wait_for_one();
  bool take_token();
  void give_turn_back(bool is_token);
  bool is_room_in_memory() const;
  void note_memory_at_end();

  const Division& division_;
  Changes& changes_;
  AssembledSimulation& simulation_;
  OpenFiles files_;
  std::optional<CallCounter> calls_;  // where a split is at a call of MPI
  std::optional<ProgramCallCounter> program_calls_;
  const Future* present_;  // what this process is
  std::string path_;       // its names from the root on
  std::string folder_;     // of what it writes
  double split_s_ = 0;
  std::map<pid_t, Running> running_;
  bool has_free_turn_ = true;  // one future per process needs no token
  double past_bytes_ = 0;
  double own_bytes_max_ = 0;  // of a future that has ended
};

// Memory of a process that no other one has; 0 when the system does not tell.
double own_memory_bytes(pid_t process);

}  // namespace smpi::futures
