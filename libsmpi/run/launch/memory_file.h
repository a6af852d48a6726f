// SPDX-License-Identifier: BSD-3-Clause
//
// A file in memory without a name, which this process and its children know by a path: nothing is
// left if all are killed.
#pragma once

#include <string>

namespace smpi::launch {

class MemoryFile {
 public:
  MemoryFile();
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  int descriptor() const { return descriptor_; }
  std::string path() const;
  // All that was written.
  std::string read() const;

 private:
  int descriptor_;
};

}  // namespace smpi::launch
