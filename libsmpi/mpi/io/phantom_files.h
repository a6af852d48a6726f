// SPDX-License-Identifier: BSD-3-Clause
//
// Files without content, for replays: they have a size, and no access of them reaches the system.
//
// What an access costs depends on sizes only: how much can be read, and where a file ends. A trace
// says how large a file was when it was opened; from then on the size follows from what is written.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace smpi::io {

struct PhantomFile {
  std::uint64_t number = 0;
  std::int64_t size_bytes = 0;
};

class PhantomFiles {
 public:
  // The file had that size when somebody opened it. Nothing changes while it is open.
  void expect(const std::string& path, std::int64_t size_bytes);
  // Makes it if need be. It lives as long as somebody has it open, or it has a name.
  std::shared_ptr<PhantomFile> open(const std::string& path);
  void remove(const std::string& path);

 private:
  std::shared_ptr<PhantomFile>& at(const std::string& path);

  std::unordered_map<std::string, std::shared_ptr<PhantomFile>> files_;  // by absolute path
  std::uint64_t next_number_ = 1;
};

// nullptr: files are those of the system.
extern PhantomFiles* phantom_files;

}  // namespace smpi::io
