// SPDX-License-Identifier: BSD-3-Clause
//
// What an analysis found, the same finding of many ranks in one line, in the order of the first.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace smpi {

struct Rank;

class Findings {
 public:
  // `rank` may be nullptr when nobody in particular is meant.
  void add(const std::string& text, const Rank* rank);
  bool empty() const { return lines_.empty(); }
  // "TITLE:\n  3 x text: ranks 0, 1\n"; nothing when empty.
  std::string describe(std::string_view title) const;

 private:
  struct Line {
    std::string text;
    std::uint64_t count = 0;
    std::map<std::uint32_t, const Rank*> ranks;  // by process
  };
  std::vector<Line> lines_;
  std::map<std::string, std::size_t> position_;
};

// source_line_suffix(), asked once for an address.
class SourceLines {
 public:
  const std::string& of(const void* return_address);

 private:
  std::map<const void*, std::string> known_;
};

}  // namespace smpi
