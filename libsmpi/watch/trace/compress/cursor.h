// SPDX-License-Identifier: BSD-3-Clause
//
// Walks the structure of a rank and fills the slots of each shape with the next numbers of its
// streams.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/compress/rebuilder.h"

namespace smpi::trace {

class CompressedCursor final : public Cursor {
 public:
  CompressedCursor(CompressedTrace& trace, std::uint32_t rank);

  // Throws kernel::InputError when numbers are missing or impossible.
  bool next(Action& action) override;
  // Actions so far.
  std::uint64_t position() const override { return actions_; }

 private:
  struct Frame {
    const std::vector<ItemCode>* items;
    std::size_t at = 0;  // place of the next item
    std::uint64_t turns_left = 1;
  };
  ValueSource source_of(const StreamSet& set);
  bool next_item(Action& action);
  void enter(std::uint32_t body);

  CompressedTrace& trace_;
  std::uint32_t rank_;
  const RankGroup* group_ = nullptr;  // null: no actions
  std::size_t place_ = 0;             // of the rank in its group
  std::deque<std::string> own_ops_;   // that are not shared with the group
  std::vector<ValueSource> slots_;
  std::vector<ValueSource> counts_;
  std::optional<Rebuilder> rebuilder_;
  std::vector<Frame> frames_;
  std::uint64_t actions_ = 0;
};

}  // namespace smpi::trace
