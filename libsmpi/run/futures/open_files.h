// SPDX-License-Identifier: BSD-3-Clause
//
// The open files of a process that has just been forked, made its own.
//
// After fork(2) both processes share offsets and, of files, the content: what one writes the other
// reads. So a child opens again what it may only read, at the same offset, and copies what it may
// write: files with a name into a folder of the child's, files in memory and files that have lost
// their name into others of their kind. Descriptors that were copies of each other stay so. Memory
// that is shared by mapping (MAP_SHARED) is mapped again from the copy, or copied itself.
//
// What cannot be copied, such as a pipe or a socket that the program opened, is found before the
// fork, and no future is made.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace smpi::futures {

class OpenFiles {
 public:
  // Remembers what is open before any rank runs: pipes and the like that the launcher has been
  // given are left alone. REQUIRES: no rank has run.
  OpenFiles();

  // Not to be touched: ways between our own processes.
  void leave_alone(int descriptor);

  // Why this process cannot be divided; empty: it can be.
  std::string obstacle() const;

  // In the child. Files in `old_folder` get their names in `folder`, others below `folder`/files.
  // Throws InputError when the system refuses, such as a full disk.
  void make_own(const std::string& old_folder, const std::string& folder) const;

 private:
  std::map<int, std::pair<dev_t, ino_t>> left_alone_;  // by descriptor, as long as it is that file
};

// How many threads this process has, with those that libraries started.
std::size_t thread_count();

}  // namespace smpi::futures
