// SPDX-License-Identifier: BSD-3-Clause
//
// The folder of files that a job keeps from one start to the next. It has the name that the user
// gave, or is a temporary one that goes with this process: another process waits for the end of
// this one and of its children, however they end, and removes it.
#pragma once

#include <sys/types.h>

#include <string>

namespace smpi::launch {

class KeptFolder {
 public:
  // `name`: as the user gave it; empty: a temporary one in `place`. Files of an earlier run in it
  // are removed. Throws InputError when it holds something else, or cannot be made.
  KeptFolder(const std::string& name, const std::string& place);
  ~KeptFolder();
  KeptFolder(const KeptFolder&) = delete;
  KeptFolder& operator=(const KeptFolder&) = delete;

  // For files of ranks.
  std::string files() const { return path_ + "/files"; }

 private:
  void start_remover();

  std::string path_;
  int lifeline_ = -1;  // open as long as somebody needs a temporary folder
  pid_t remover_ = -1;
};

}  // namespace smpi::launch
