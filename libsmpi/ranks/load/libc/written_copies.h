// SPDX-License-Identifier: BSD-3-Clause
//
// Files that ranks write become copies, so that several processes that go on from one past write
// beside each other: the first time a file is opened to be written, removed or renamed it is copied
// below a folder of this process, and from then on its name means the copy. And so that a job that
// starts again after a failure finds what it wrote before, whose age says how much work is lost.
//
// It is about names of regular files that ranks give to open, fopen, creat, stat, access, unlink,
// remove, rename and truncate. Devices, /proc and folders are the real ones.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

namespace smpi::load {

// From now on. The folder is made when it is needed.
void keep_writes_in(std::string folder);

// Of files in the folder, by their whole names.
struct WrittenContents {
  std::set<std::string> removed = {};          // real files that ranks have removed
  std::map<std::string, double> earlier = {};  // when each was written by earlier starts of the job
  std::map<std::string, double> written = {};  // and by this one, in its simulated time
  std::optional<double> restored = {};  // the newest of `earlier` that a rank has opened to read
};
// As above, and follows the contents, which must outlive the run.
void keep_writes_in(std::string folder, WrittenContents& contents);
// The running rank has written to a file at this time: of MPI-IO, where that takes time. Of other
// files it is the time at which they are opened.
void note_written(const std::string& name, double time_s);

// The name that the system is to be given for that of a rank, which may be the same.
class CopiedName {
 public:
  enum class Use { read, change, create, replace };  // `replace`: its old content does not matter
  // Copies the file where that is needed. Nothing is done for nullptr.
  CopiedName(const char* name, Use use);
  // Of open(2).
  CopiedName(const char* name, int flags) : CopiedName(name, use_of(flags)) {
    if (!copy_.empty()) note_opened(flags);
  }

  const char* get() const { return name_; }
  // 0, or why the file cannot be used: ENOENT of one that a rank has removed, errors of copying.
  int error() const { return error_; }

 private:
  static Use use_of(int flags);
  void prepare(const std::string& path, Use use);
  void note_opened(int flags) const;
  const char* name_;
  int error_ = 0;
  std::string copy_;
};

}  // namespace smpi::load
