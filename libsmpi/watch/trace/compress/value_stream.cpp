// SPDX-License-Identifier: BSD-3-Clause
//
// Runs become tokens, tokens are folded, and the oldest ones leave as bytes.
#include "libsmpi/watch/trace/compress/value_stream.h"

#include <algorithm>

#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/value_decoder.h"

namespace smpi::trace {
namespace {

constexpr std::uint64_t run_least = 3;

bool is_literal(const Token& token) {
  return token.body == nullptr && token.count == 1;
}
bool is_wide(Word value) {
  return zigzag(value) >> 56 != 0;
}

void append_header(std::string& out, OpKind kind, std::uint64_t count) {
  put_number(out, count << 2 | static_cast<std::uint64_t>(kind));
}

}  // namespace

void append_ops(std::string& out, std::span<const Token> tokens, StreamEnd end_of_stream) {
  for (std::size_t i = 0; i < tokens.size();) {
    const Token& token = tokens[i];
    const bool is_open = end_of_stream == StreamEnd::open && i + 1 == tokens.size();
    const std::uint64_t count = is_open ? 0 : token.count;
    if (token.body != nullptr) {
      std::string body;
      append_ops(body, *token.body);
      append_header(out, OpKind::loop, count);
      put_text(out, body);
      i++;
    } else if (token.count > 1) {
      append_header(out, OpKind::run, count);
      put_signed(out, token.value);
      put_signed(out, token.step);
      i++;
    } else {
      const bool wide = is_wide(token.value);
      std::size_t end = i + 1;
      while (end < tokens.size() && is_literal(tokens[end]) && is_wide(tokens[end].value) == wide) {
        end++;
      }
      append_header(out, wide ? OpKind::wide_literals : OpKind::literals, end - i);
      for (; i < end; i++) {
        if (wide) {
          put_fixed(out, tokens[i].value);
        } else {
          put_signed(out, tokens[i].value);
        }
      }
    }
  }
}

std::uint64_t TokenRules::hash(const Token& token) {
  if (is_loop(token)) return combined(token.body_hash, token.count);
  return combined(combined(static_cast<std::uint64_t>(token.value), token.count),
                  static_cast<std::uint64_t>(token.step));
}

bool TokenRules::is_same(const Token& a, const Token& b) {
  if (a.value != b.value || a.step != b.step || a.count != b.count) return false;
  if (a.body == b.body) return true;
  return is_loop(a) && is_loop(b) && a.body_hash == b.body_hash && has_body(a, *b.body);
}

bool TokenRules::has_body(const Token& loop, std::span<const Token> items) {
  return std::ranges::equal(*loop.body, items, is_same);
}

Token TokenRules::make_loop(std::span<const Token> once, std::span<const Token>,
                            std::uint64_t body_hash) {
  return {.count = 2,
          .body_hash = body_hash,
          .body = std::make_shared<const std::vector<Token>>(once.begin(), once.end())};
}

void ValueStream::fold(Word value, Word step, std::uint64_t count, OpStore* store) {
  if (!folded_) folded_ = std::make_unique<Folded>();
  Folder<TokenRules>& queue = folded_->queue;
  const Token* const expected = queue.expected();
  if (expected != nullptr && expected->value == value && expected->step == step &&
      expected->count == count) {
    queue.add_expected();
    return;
  }
  queue.add({.value = value, .step = step, .count = count, .body = nullptr});
  if (store == nullptr || queue.size() < 2 * window) return;
  std::string ops;
  append_ops(ops, std::span<const Token>(queue.items()).first(window));
  folded_->pieces.push_back(store->keep(ops));
  queue.drop_oldest(window);
}

template <class Fold>
void ValueStream::close_run(Fold&& fold_token) const {
  if (count_ >= run_least) {
    fold_token(first_, step_, count_);
    return;
  }
  if (count_ > 0) fold_token(first_, Word{0}, std::uint64_t{1});
  if (count_ > 1) fold_token(wrapped_sum(first_, step_), Word{0}, std::uint64_t{1});
}

void ValueStream::start_run(Word value, OpStore* store) {
  // The common case: values without runs that repeat in a loop.
  if (count_ == 2 && folded_ && folded_->queue.expected() != nullptr &&
      is_literal(*folded_->queue.expected()) && folded_->queue.expected()->value == first_) {
    folded_->queue.add_expected();
    first_ = wrapped_sum(first_, step_);
    step_ = wrapped_difference(value, first_);
    next_ = wrapped_sum(value, step_);
    return;
  }
  if (count_ >= run_least) {
    fold(first_, step_, count_, store);
    first_ = value;
    count_ = 1;
  } else if (count_ == 2) {
    fold(first_, 0, 1, store);
    first_ = wrapped_sum(first_, step_);
    step_ = wrapped_difference(value, first_);
    next_ = wrapped_sum(value, step_);
  } else if (count_ == 1) {
    step_ = wrapped_difference(value, first_);
    next_ = wrapped_sum(value, step_);
    count_ = 2;
  } else {
    first_ = value;
    count_ = 1;
  }
}

void ValueStream::add_many(Word value, std::uint64_t count, OpStore* store) {
  for (; count > 0; count--) {
    add(value, store);
    if (count_ >= run_least && step_ == 0) break;
  }
  if (count == 0) return;
  count_ += count - 1;
}

void ValueStream::add_all(const ValueStream& other, OpStore* store) {
  const std::string ops = other.ops();
  ValueDecoder decoder(ops);
  Word value = 0;
  std::uint64_t count = 0;
  while (decoder.next_run(value, count)) add_many(value, count, store);
}

ValueStream::Mark ValueStream::mark() const {
  return {first_, step_, next_, count_,
          folded_ ? folded_->queue.mark() : Folder<TokenRules>::Mark{}};
}

// A run that goes on must be of one value: else the next ones are others.
bool ValueStream::fits(const Mark& a, const Mark& b) {
  const bool is_same_run = a.first == b.first && a.step == b.step && a.next == b.next &&
                           (a.count == b.count || (a.count >= run_least && a.step == 0));
  return is_same_run && Folder<TokenRules>::fits(a.folded, b.folded);
}

void ValueStream::repeat(const Mark& a, const Mark& b, std::uint64_t times) {
  count_ += (b.count - a.count) * times;
  if (folded_) folded_->queue.repeat(a.folded, b.folded, times);
}

std::string ValueStream::ops(StreamEnd end) const {
  std::vector<Token> tail;
  close_run([&](Word value, Word step, std::uint64_t count) {
    tail.push_back({.value = value, .step = step, .count = count, .body = nullptr});
  });
  std::string result;
  if (!folded_) {
    append_ops(result, tail, end);
    return result;
  }
  // The open run folds, too, but what was there before stays as it is.
  Folder<TokenRules> queue(TokenRules{}, window);
  for (const Token& token : folded_->queue.items()) queue.add(token);
  for (const Token& token : tail) queue.add(token);
  append_ops(result, queue.items(), end);
  return result;
}

const std::vector<OpStore::Piece>& ValueStream::pieces() const {
  static const std::vector<OpStore::Piece> none;
  return folded_ ? folded_->pieces : none;
}

}  // namespace smpi::trace
