// SPDX-License-Identifier: BSD-3-Clause
//
// The folder of a study, NAME.study beside the plan:
//
//     study.db     what is known: points, runs, results (study_store.h); one writer
//     study.lock   held by the process that writes
//     parts/       what workers tell: one file per worker (parts.h)
//     slurm/3/     the third array that was submitted (slurm_workers.h)
//     runs/12.0/   where replica 0 of point 12 runs; kept when it failed
#pragma once

#include <string>

#include "kernel/error.h"

namespace smpi::study {

class StudyFolder {
 public:
  explicit StudyFolder(std::string path) : path_(std::move(path)) {}

  const std::string& path() const { return path_; }
  std::string database() const { return path_ + "/study.db"; }
  std::string lock() const { return path_ + "/study.lock"; }
  std::string parts() const { return path_ + "/parts"; }
  std::string runs() const { return path_ + "/runs"; }

  bool exists() const;
  // Makes what is missing. Throws InputError.
  void create() const;

 private:
  std::string path_;
};

// What whoever wants to read is told where nothing was run.
kernel::InputError no_study(const StudyFolder& folder);

// The right to write, until it is destroyed or the process ends in any way.
class StudyLock {
 public:
  // Throws InputError where another process has it, with that process and its host.
  explicit StudyLock(const StudyFolder& folder);
  ~StudyLock();
  StudyLock(const StudyLock&) = delete;
  StudyLock& operator=(const StudyLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace smpi::study
