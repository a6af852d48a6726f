// SPDX-License-Identifier: BSD-3-Clause
//
// The format of SimGrid up to 3.19: no tags, no types, volumes in bytes, and a wait that means the
// request that was posted last. Each action becomes the one of today that does the same.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "libsmpi/watch/trace/text_format.h"
#include "libsmpi/watch/trace/text_names.h"
#include "libsmpi/watch/trace/text_values.h"

namespace smpi::trace {
namespace {

constexpr Word bytes_type = 6;

struct OldForm {
  std::string_view keyword;  // in small letters
  Code code;
  std::string_view arguments;  // p peer, v volume, l volumes of all ranks, c computation
};
constexpr OldForm old_forms[] = {
    {"init", Code::ti_init, ""},
    {"finalize", Code::ti_finalize, ""},
    {"comm_size", Code::ti_comm_size, ""},
    {"comm_split", Code::ti_comm_split, ""},
    {"comm_dup", Code::ti_comm_dup, ""},
    {"compute", Code::ti_compute, "c"},
    {"sleep", Code::ti_sleep, "c"},
    {"send", Code::ti_send, "pv"},
    {"isend", Code::ti_isend, "pv"},
    {"recv", Code::ti_recv, "pv"},
    {"irecv", Code::ti_irecv, "pv"},
    {"wait", Code::ti_wait, ""},
    {"waitall", Code::ti_waitall, ""},
    {"barrier", Code::ti_barrier, ""},
    {"bcast", Code::ti_bcast, "v"},
    {"reduce", Code::ti_reduce, "vc"},
    {"allreduce", Code::ti_allreduce, "vc"},
    {"reducescatter", Code::ti_reducescatter, "lc"},
    {"alltoall", Code::ti_alltoall, "vv"},
    {"alltoallv", Code::ti_alltoallv, "vlvl"},
    {"gather", Code::ti_gather, "vv"},
    {"allgather", Code::ti_allgather, "vv"},
    {"allgatherv", Code::ti_allgatherv, "vl"},
};

}  // namespace

LineParser::Outcome LineParser::parse_old(Line& result, std::string_view keyword,
                                          std::string_view rest) {
  std::string small(keyword);
  std::ranges::transform(small, small.begin(), [](unsigned char c) { return std::tolower(c); });
  const auto* const old = std::ranges::find(old_forms, small, &OldForm::keyword);
  if (old == std::end(old_forms)) return fail("unknown action of the old format", keyword);
  const Form& form = form_of(old->code);
  result.action.code = old->code;
  for (const char argument : old->arguments) {
    if (argument == 'l') {
      if (!read_counts(rest, {"volumes", FieldKind::numbers})) return Outcome::error;
      continue;
    }
    const std::string_view token = take_token(rest);
    const FieldKind kind = argument == 'p'   ? FieldKind::peer
                           : argument == 'v' ? FieldKind::number
                                             : FieldKind::flops;
    if (token.empty())
      return fail(fmt::format("{} needs more arguments", keyword), "the line ends");
    if (!read_field({"", kind}, true, token)) {
      return fail(fmt::format("an argument of {} is not {}", keyword, description_of(kind)), token);
    }
    if (argument == 'p') words_.push_back(0);  // the tag
  }
  const auto own = static_cast<Word>(result.rank);
  if (old->code == Code::ti_isend || old->code == Code::ti_irecv) {
    const bool sends = old->code == Code::ti_isend;
    last_request_[0] = sends ? own : words_[0];
    last_request_[1] = sends ? words_[0] : own;
  } else if (old->code == Code::ti_wait) {
    words_.assign(std::begin(last_request_), std::end(last_request_));
  }
  // What today's form has beyond that: roots 0, bytes, no annotations.
  std::size_t at = 0;
  for (const Field& field : form.fields) {
    if (at == words_.size()) words_.push_back(field.kind == FieldKind::type ? bytes_type : 0);
    at += is_list(field.kind) ? 1 + static_cast<std::size_t>(words_[at]) : 1;
  }
  result.action.words = words_;
  return Outcome::action;
}

}  // namespace smpi::trace
