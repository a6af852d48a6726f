// SPDX-License-Identifier: BSD-3-Clause
//
// The numbers that one slot of a shape had, one after the other: peers, sizes, flops, trip counts.
//
//   values      7 7 7 7 7 7 7 7 | 0 2 4 6 8 | 3 9 3 9 3 9 | 5 8
//   tokens      run(7, +0, 8)     run(0, +2, 5)  3 9 3 9 3 9   5 8
//   folded      run(7, +0, 8)     run(0, +2, 5)  3 x (3 9)     5 8
//
// Runs are arithmetic and have three values or more; tokens are folded into loops, nested as deep
// as they come. So a stream that repeats has constant size, and one that does not is written as it
// is: what is older than the window leaves the queue as bytes. The bytes of tokens:
//
//   op     = varint 4*n + kind, then
//   kind 0   n numbers, zigzag
//   kind 1   run of n values: first value and step, zigzag
//   kind 2   loop of n turns: varint length in bytes, ops
//   kind 3   n numbers of 8 bytes (what zigzag would make longer)
//
// In a file a run or loop at the end of a stream has n = 0, as many as are asked for: how many
// there are follows from the structure, so a trace does not grow with the number of time steps.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "libsmpi/watch/trace/action.h"
#include "libsmpi/watch/trace/compress/folder.h"
#include "libsmpi/watch/trace/compress/wrapping.h"

namespace smpi::trace {

enum class OpKind : std::uint8_t { literals = 0, run = 1, loop = 2, wide_literals = 3 };

struct Token {
  Word value = 0;
  Word step = 0;
  std::uint64_t count = 1;  // values of a run, turns of a loop
  std::uint64_t body_hash = 0;
  std::shared_ptr<const std::vector<Token>> body;  // null: not a loop
};

enum class StreamEnd : bool { counted, open };
// Appends the ops of tokens; with an open end the last one has no count, if it is a run or a loop.
void append_ops(std::string& out, std::span<const Token> tokens,
                StreamEnd end = StreamEnd::counted);

struct TokenRules {
  using Item = Token;
  static std::uint64_t hash(const Token& token);
  static bool is_same(const Token& a, const Token& b);
  static bool is_loop(const Token& token) { return token.body != nullptr; }
  static std::size_t body_length(const Token& loop) { return loop.body->size(); }
  static std::uint64_t body_hash(const Token& loop) { return loop.body_hash; }
  static bool has_body(const Token& loop, std::span<const Token> items);
  static Token make_loop(std::span<const Token> once, std::span<const Token> twice,
                         std::uint64_t body_hash);
  static void grow(Token& loop, std::span<const Token>) { loop.count++; }
  static std::span<const Token> body_of(const Token& loop) { return *loop.body; }
  static std::uint64_t count_of(const Token& loop) { return loop.count; }
  static void grow_by(Token& loop, std::uint64_t turns) { loop.count += turns; }
  static bool joins(const Token& a, const Token& b) {
    return is_loop(a) && is_loop(b) && a.body_hash == b.body_hash && has_body(a, *b.body);
  }
  static void join(Token& a, const Token& b) { a.count += b.count; }
};

// Takes the ops that are final while a stream still grows. Without one, all stay in the queue.
class OpStore {
 public:
  virtual ~OpStore() = default;
  struct Piece {
    std::uint32_t chunk = 0;
    std::uint32_t offset_bytes = 0;
    std::uint32_t size_bytes = 0;
    bool operator==(const Piece&) const = default;
  };
  virtual Piece keep(std::string_view ops) = 0;
};

class ValueStream {
 public:
  // The common case, a value that continues the run, is inline.
  void add(Word value, OpStore* store) {
    if (count_ >= 2 && value == next_) {
      count_++;
      next_ = wrapped_sum(next_, step_);
    } else {
      start_run(value, store);
    }
  }
  // The same value `count` times.
  void add_many(Word value, std::uint64_t count, OpStore* store);
  // All values of another stream, none of which left its queue.
  void add_all(const ValueStream& other, OpStore* store);

  // Where the stream is, and as often again what lies between two marks that fit (Folder::Mark).
  struct Mark {
    Word first = 0;
    Word step = 0;
    Word next = 0;
    std::uint64_t count = 0;
    Folder<TokenRules>::Mark folded;
  };
  Mark mark() const;
  static bool fits(const Mark& a, const Mark& b);
  void repeat(const Mark& a, const Mark& b, std::uint64_t times);

  bool is_empty() const { return count_ == 0 && !folded_; }
  // What is left in the queue; the pieces before it are in the store.
  std::string ops(StreamEnd end = StreamEnd::counted) const;
  const std::vector<OpStore::Piece>& pieces() const;

 private:
  struct Folded {
    Folder<TokenRules> queue{TokenRules{}, window};
    std::vector<OpStore::Piece> pieces;
  };
  static constexpr std::size_t window = 256;

  void start_run(Word value, OpStore* store);
  void fold(Word value, Word step, std::uint64_t count, OpStore* store);
  template <class Fold>
  void close_run(Fold&& fold) const;

  // The run that is still open; with fewer than three values it is none yet.
  Word first_ = 0;
  Word step_ = 0;
  Word next_ = 0;
  std::uint64_t count_ = 0;
  std::unique_ptr<Folded> folded_;  // null: there is only the open run
};

}  // namespace smpi::trace
