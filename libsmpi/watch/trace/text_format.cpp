// SPDX-License-Identifier: BSD-3-Clause
//
// Writing actions. What a reader can leave out is written all the same: a trace does not depend on
// defaults.
#include "libsmpi/watch/trace/text_format.h"

#include <fmt/format.h>

#include <array>
#include <iterator>

#include "libsmpi/watch/trace/text_names.h"
#include "libsmpi/watch/trace/text_values.h"

namespace smpi::trace {
namespace {

void append_item(std::string& out, Word first, Word count, Word stride) {
  if (!out.empty() && out.back() != '=') out += ',';
  out += fmt::format_int(first).c_str();
  if (count == 1) return;
  out += ':';
  out += fmt::format_int(count).c_str();
  if (stride == 1) return;
  out += ':';
  out += fmt::format_int(stride).c_str();
}

void append_numbered(std::string& out, char prefix, Word number) {
  if (number < 0) {
    out += "null";
    return;
  }
  if (prefix != 0) out += prefix;
  out += fmt::format_int(number).c_str();
}

void append_value(std::string& out, const Field& field, Word word, const Texts& texts) {
  switch (field.kind) {
    case FieldKind::flops:
    case FieldKind::seconds:
      fmt::format_to(std::back_inserter(out), "{}", to_real(word));
      return;
    case FieldKind::text:
      out += texts.text(word);
      return;
    case FieldKind::type:
      if (word >= first_derived_type) return append_numbered(out, 'd', word - first_derived_type);
      break;
    case FieldKind::operation:
      out += operation_name(word);
      return;
    case FieldKind::window:
    case FieldKind::new_window:
      return append_numbered(out, 'w', word);
    case FieldKind::file:
    case FieldKind::new_file:
      return append_numbered(out, 'f', word);
    case FieldKind::communicator:
    case FieldKind::new_communicator:
      return append_numbered(out, 0, word);
    case FieldKind::wildcard:
      if ((word & 1) != 0) out += 's';
      if ((word & 2) != 0) out += 't';
      return;
    default:
      break;
  }
  out += fmt::format_int(word).c_str();
}

void append_types(std::string& out, std::span<const Word> types, const Texts& texts) {
  constexpr Field type{"", FieldKind::type};
  for (std::size_t i = 0; i < types.size(); i++) {
    if (i > 0) out += ',';
    append_value(out, type, types[i], texts);
  }
}

void append_positional(std::string& out, const Field& field, std::span<const Word> words,
                       const Texts& texts) {
  if (!is_list(field.kind)) {
    out += ' ';
    append_value(out, field, words[0], texts);
    return;
  }
  for (const Word value : words.subspan(1)) {
    out += ' ';
    out += fmt::format_int(value).c_str();
  }
}

void append_named(std::string& out, const Field& field, std::span<const Word> words,
                  const Texts& texts) {
  if (field.presence == Presence::annotation && words[0] == 0) return;
  out += ' ';
  out += field.name;
  out += '=';
  if (field.kind == FieldKind::types) {
    append_types(out, words.subspan(1), texts);
  } else if (is_list(field.kind)) {
    append_list(out, words.subspan(1));
  } else if (field.kind == FieldKind::text) {
    append_escaped(out, texts.text(words[0]));
  } else {
    append_value(out, field, words[0], texts);
  }
}

}  // namespace

void append_list(std::string& out, std::span<const Word> values) {
  for (std::size_t i = 0; i < values.size();) {
    const Word first = values[i];
    const Word stride = i + 1 < values.size() ? values[i + 1] - first : 0;
    std::size_t end = i + 1;
    while (end < values.size() && values[end] - values[end - 1] == stride) end++;
    // Two numbers are shorter by themselves, unless they are equal or follow each other.
    if (end - i == 2 && stride != 0 && stride != 1) end = i + 1;
    append_item(out, first, static_cast<Word>(end - i), end - i == 1 ? 1 : stride);
    i = end;
  }
}

void append_line(std::string& out, std::uint32_t rank, const Action& action, const Texts& texts) {
  const Form& form = form_of(action.code);
  out += fmt::format_int(rank).c_str();
  if (action.strand != 0) {
    out += '.';
    out += fmt::format_int(action.strand).c_str();
  }
  out += ' ';
  out += form.keyword;
  std::size_t at = 0;
  for (const Field& field : form.fields) {
    const std::size_t length =
        is_list(field.kind) ? 1 + static_cast<std::size_t>(action.words[at]) : 1;
    const std::span<const Word> words = action.words.subspan(at, length);
    at += length;
    const bool is_positional = form.level == 1 && field.presence != Presence::annotation;
    // SimGrid takes any argument of init for "the default type is MPI_DOUBLE".
    if (action.code == Code::ti_init && words[0] == 0) continue;
    if (is_positional) {
      append_positional(out, field, words, texts);
    } else {
      append_named(out, field, words, texts);
    }
  }
  if (action.site != 0) fmt::format_to(std::back_inserter(out), " s={}", action.site);
  out += '\n';
}

}  // namespace smpi::trace
