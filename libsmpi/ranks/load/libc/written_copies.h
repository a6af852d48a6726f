// SPDX-License-Identifier: BSD-3-Clause
//
// Files that ranks write become copies, so that several processes that go on from one past write
// beside each other: the first time a file is opened to be written, removed or renamed it is copied
// below a folder of this process, and from then on its name means the copy.
//
// It is about names of regular files that ranks give to open, fopen, creat, stat, access, unlink,
// remove, rename and truncate. Devices, /proc and folders are the real ones.
#pragma once

#include <string>

namespace smpi::load {

// From now on. The folder is made when it is needed.
void keep_writes_in(std::string folder);

// The name that the system is to be given for that of a rank, which may be the same.
class CopiedName {
 public:
  enum class Use { read, change, create, replace };  // `replace`: its old content does not matter
  // Copies the file where that is needed. Nothing is done for nullptr.
  CopiedName(const char* name, Use use);
  // Of open(2).
  CopiedName(const char* name, int flags) : CopiedName(name, use_of(flags)) {}

  const char* get() const { return name_; }
  // 0, or why the file cannot be used: ENOENT of one that a rank has removed, errors of copying.
  int error() const { return error_; }

 private:
  static Use use_of(int flags);
  void prepare(const std::string& path, Use use);
  const char* name_;
  int error_ = 0;
  std::string copy_;
};

}  // namespace smpi::load
