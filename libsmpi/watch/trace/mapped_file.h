// SPDX-License-Identifier: BSD-3-Clause
//
// A file in memory, read-only.
#pragma once

#include <string>
#include <string_view>

namespace smpi::trace {

class MappedFile {
 public:
  // Throws kernel::InputError when it cannot be read.
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  const std::string& path() const { return path_; }
  std::string_view content() const { return {begin_, size_}; }
  // 1-based, of a place in the content.
  int line_of(const char* place) const;

 private:
  std::string path_;
  const char* begin_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace smpi::trace
