// SPDX-License-Identifier: BSD-3-Clause
//
// A file that grows while the run goes on, and appears when it is whole.
//
// It has no name until then, so whatever ends the process leaves nothing behind, and what another
// run wrote stays. 64 KiB of it are in memory. Ranks run while it is written, so it throws nothing:
// the first error of the system is kept, and publish() throws it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace smpi::record {

class SpoolFile {
 public:
  // `path` is where it will be; `what` names it in messages ("timeline").
  SpoolFile(std::string path, std::string what);
  ~SpoolFile();
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;

  void append(std::string_view text);
  std::uint64_t size_bytes() const { return size_bytes_; }

  // Goes through what was written. Both return false at the end.
  void rewind();
  bool read_line(std::string& line);
  bool read_bytes(void* target, std::size_t size_bytes);
  // Throws InputError when not all was written and read.
  void require_whole() const;

  // Gives it its name. Throws InputError.
  void publish();

 private:
  void flush();
  bool read_more();
  void open();
  [[noreturn]] void refuse(int error) const;
  int rename_over() const;
  int copy_into() const;

  std::string path_;
  std::string what_;
  std::string folder_;
  std::string buffer_;
  std::uint64_t size_bytes_ = 0;
  int descriptor_ = -1;
  int error_ = 0;
  std::uint64_t read_position_ = 0;
  std::string read_buffer_;
  std::size_t read_offset_ = 0;
};

}  // namespace smpi::record
