// SPDX-License-Identifier: BSD-3-Clause
//
// Both ways walk the ops once.
#include "libsmpi/watch/trace/compress/stream_form.h"

#include "libsmpi/watch/trace/compress/bytes.h"
#include "libsmpi/watch/trace/compress/value_stream.h"

namespace smpi::trace {
namespace {

constexpr int depth_most = 64;

void split(ByteReader reader, int depth, StreamForm& result) {
  if (depth > depth_most) throw Damage("loops are nested too deep");
  while (!reader.at_end()) {
    const std::uint64_t header = reader.number();
    const auto kind = static_cast<OpKind>(header & 3);
    std::uint64_t count = header >> 2;
    switch (kind) {
      case OpKind::literals:
      case OpKind::wide_literals:
        put_number(result.form, header);
        for (; count > 0; count--) {
          result.numbers.push_back(kind == OpKind::literals ? reader.signed_number()
                                                            : reader.fixed<Word>());
        }
        break;
      case OpKind::run:
        put_number(result.form, static_cast<std::uint64_t>(kind));
        result.numbers.push_back(static_cast<Word>(count));
        result.numbers.push_back(reader.signed_number());
        result.numbers.push_back(reader.signed_number());
        break;
      case OpKind::loop: {
        put_number(result.form, static_cast<std::uint64_t>(kind));
        result.numbers.push_back(static_cast<Word>(count));
        StreamForm body;
        body.numbers = std::move(result.numbers);
        split(ByteReader(reader.text()), depth + 1, body);
        put_text(result.form, body.form);
        result.numbers = std::move(body.numbers);
        break;
      }
    }
  }
}

class Joiner {
 public:
  explicit Joiner(std::span<const Word> numbers) : numbers_(numbers) {}
  void join(ByteReader form, int depth, std::string& ops) {
    if (depth > depth_most) throw Damage("loops are nested too deep");
    while (!form.at_end()) {
      const std::uint64_t header = form.number();
      switch (static_cast<OpKind>(header & 3)) {
        case OpKind::literals:
          put_number(ops, header);
          for (std::uint64_t left = header >> 2; left > 0; left--) put_signed(ops, next());
          break;
        case OpKind::wide_literals:
          put_number(ops, header);
          for (std::uint64_t left = header >> 2; left > 0; left--) put_fixed(ops, next());
          break;
        case OpKind::run:
          put_number(ops, static_cast<std::uint64_t>(next()) << 2 | header);
          put_signed(ops, next());
          put_signed(ops, next());
          break;
        case OpKind::loop: {
          put_number(ops, static_cast<std::uint64_t>(next()) << 2 | header);
          std::string body;
          join(ByteReader(form.text()), depth + 1, body);
          put_text(ops, body);
          break;
        }
      }
    }
  }
  bool is_done() const { return numbers_.empty(); }

 private:
  Word next() {
    if (numbers_.empty()) throw Damage("a form has more places than numbers");
    const Word number = numbers_.front();
    numbers_ = numbers_.subspan(1);
    return number;
  }
  std::span<const Word> numbers_;
};

}  // namespace

StreamForm form_of_stream(std::string_view ops) {
  StreamForm result;
  split(ByteReader(ops), 0, result);
  return result;
}

std::string stream_of_form(std::string_view form, std::span<const Word> numbers) {
  Joiner joiner(numbers);
  std::string ops;
  joiner.join(ByteReader(form), 0, ops);
  if (!joiner.is_done()) throw Damage("a form has fewer places than numbers");
  return ops;
}

}  // namespace smpi::trace
