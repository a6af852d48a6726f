// SPDX-License-Identifier: BSD-3-Clause
//
// Random traces: all actions of the table with all kinds of numbers, in planted loops as deep as
// five, some turns of which differ.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "kernel/random_stream.h"
#include "tests/unit/watch/trace/kept_trace.h"

namespace smpi::trace {

class RandomTrace {
 public:
  explicit RandomTrace(std::uint64_t seed) : random_(seed, 0) {
    rank_count_ = static_cast<std::uint32_t>(1 + draw(seed % 4 == 0 ? 12 : 5));
    for (std::size_t i = 2 + draw(6); i > 0; i--) codes_.push_back(random_code());
  }

  KeptTrace make() {
    KeptTrace trace(rank_count_);
    const kernel::RandomStream common = random_;
    const bool is_alike = draw(3) > 0;  // do all ranks run the same program?
    for (std::uint32_t rank = 0; rank < rank_count_; rank++) {
      if (is_alike) random_ = common;
      rank_ = rank;
      state_ = {};
      for (std::size_t parts = 1 + draw(4); parts > 0; parts--) append_loop(trace[rank], 0);
      if (draw(20) == 0) trace[rank].clear();
    }
    return trace;
  }

 private:
  static constexpr std::size_t actions_most = 1500;

  std::size_t draw(std::size_t count) { return kernel::draw_below(random_, count); }
  Code random_code() { return static_cast<Code>(draw(forms().size())); }

  void append_loop(KeptRank& out, int depth) {
    const std::size_t turns = draw(8) == 0 ? 1 + draw(depth == 0 ? 300 : 20) : 1 + draw(5);
    const kernel::RandomStream body = random_;
    const bool is_fixed = draw(4) > 0;  // the same numbers in each turn
    const std::size_t odd_turn = draw(3) == 0 ? draw(turns) : turns;
    for (std::size_t turn = 0; turn < turns && out.size() < actions_most; turn++) {
      if (is_fixed) random_ = body;
      turn_ = static_cast<Word>(turn);
      for (std::size_t items = 1 + draw(4); items > 0; items--) {
        if (depth < 5 && draw(4) == 0) {
          append_loop(out, depth + 1);
        } else {
          out.push_back(random_action(codes_[draw(codes_.size())]));
        }
      }
      if (turn == odd_turn) out.push_back(random_action(random_code()));
    }
  }

  // Mostly small, or what a loop counts; at times at the edges of encodings.
  Word random_number() {
    constexpr auto least = std::numeric_limits<Word>::min();
    constexpr auto most = std::numeric_limits<Word>::max();
    static constexpr std::array<Word, 16> edges = {0,
                                                   127,
                                                   128,
                                                   16383,
                                                   16384,
                                                   -1,
                                                   -64,
                                                   -65,
                                                   (Word{1} << 53) - 1,
                                                   Word{1} << 53,
                                                   63,
                                                   least,
                                                   most,
                                                   -333,
                                                   Word{1} << 56,
                                                   -(Word{1} << 55) - 1};
    switch (draw(10)) {
      case 0:
        return edges[draw(edges.size())];
      case 1:
        return turn_ * static_cast<Word>(draw(5));
      case 2:
        return static_cast<Word>(random_.next());
      case 3:
        return Word{rank_} * 3 + 1;
      default:
        return static_cast<Word>(draw(5));
    }
  }
  Word random_real() {
    static constexpr std::array<double, 10> edges = {
        0.0, 1.0, 0x1p52, 0x1p53, 0x1p53 - 1, 1e300, 5e-324, 2.2250738585072014e-308, 0.1, -0.0};
    if (draw(3) == 0) return to_word(edges[draw(edges.size())]);
    return to_word(draw(2) == 0 ? random_.uniform() * 1e9 : static_cast<double>(draw(1000)));
  }
  Word random_peer() {
    if (draw(12) == 0) return draw(2) == 0 ? nobody : any_source;
    if (draw(2) == 0) return (rank_ + 1) % rank_count_;
    return static_cast<Word>(draw(rank_count_));
  }
  Word random_request() {
    if (draw(12) == 0) return 0;
    if (draw(2) == 0) return ++state_.request;
    return std::max<Word>(0, state_.request - static_cast<Word>(draw(4)));
  }

  void append_list(std::vector<Word>& words, FieldKind kind) {
    const std::size_t size = draw(3) == 0 ? 0 : rank_count_;
    words.push_back(static_cast<Word>(size));
    for (std::size_t i = 0; i < size; i++) {
      words.push_back(kind == FieldKind::requests ? random_request()
                                                  : static_cast<Word>(draw(4) == 0 ? draw(9) : 7));
    }
  }

  KeptAction random_action(Code code) {
    KeptAction result = kept(code, {});
    result.strand = static_cast<std::uint16_t>(draw(20) == 0 ? draw(3) : 0);
    result.site = static_cast<std::uint32_t>(draw(3) == 0 ? draw(3) : 0);
    for (const Field& field : form_of(code).fields) {
      switch (field.kind) {
        case FieldKind::numbers:
        case FieldKind::types:
        case FieldKind::group:
        case FieldKind::requests:
          append_list(result.words, field.kind);
          break;
        case FieldKind::flops:
        case FieldKind::seconds:
          result.words.push_back(random_real());
          break;
        case FieldKind::peer:
          result.words.push_back(random_peer());
          break;
        case FieldKind::request:
        case FieldKind::message:
          result.words.push_back(random_request());
          break;
        case FieldKind::new_communicator:
        case FieldKind::new_window:
        case FieldKind::new_file:
          result.words.push_back(state_.handle++);
          break;
        case FieldKind::text:
          result.words.push_back(0);
          break;
        case FieldKind::flag:
        case FieldKind::wildcard:
          result.words.push_back(static_cast<Word>(draw(2)));
          break;
        default:
          result.words.push_back(random_number());
          break;
      }
    }
    return result;
  }

  struct State {
    Word request = 0;
    Word handle = 2;
  };
  kernel::RandomStream random_;
  std::uint32_t rank_count_ = 1;
  std::uint32_t rank_ = 0;
  Word turn_ = 0;
  State state_;
  std::vector<Code> codes_;
};

}  // namespace smpi::trace
