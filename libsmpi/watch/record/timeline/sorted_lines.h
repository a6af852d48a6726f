// SPDX-License-Identifier: BSD-3-Clause
//
// Lines that are to be sorted by time, however many: runs of 16 MiB are sorted in memory and laid
// aside, and merged at the end. Lines of one time keep their order.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "libsmpi/watch/record/timeline/spool_file.h"

namespace smpi::record {

class SortedLines {
 public:
  // Runs are laid aside in the folder of `path`; `what` names them in messages.
  SortedLines(std::string path, std::string what);

  // `line` ends with a newline.
  void add(std::uint64_t time_ns, std::string_view line);
  std::uint64_t size_bytes() const { return size_bytes_; }

  // Calls visit(line) for each line in the order of time. Once. Throws InputError.
  void for_each(const std::function<void(std::string_view)>& visit);

 private:
  struct Line {
    std::uint64_t time_ns;
    std::uint64_t begin;  // in text_
    std::uint32_t size;
  };
  void lay_aside();
  void sort();

  std::string path_;
  std::string what_;
  std::string text_;
  std::vector<Line> lines_;
  std::vector<std::unique_ptr<SpoolFile>> runs_;
  std::uint64_t size_bytes_ = 0;
};

}  // namespace smpi::record
