// SPDX-License-Identifier: BSD-3-Clause
#include "libsmpi/watch/trace/text_check.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace smpi::trace {
namespace {

// Numbers that may be negative.
constexpr std::array<std::string_view, 6> signed_fields = {"key",  "color",  "target_disp",
                                                           "disp", "offset", "split_type"};

bool may_be_negative(const Field& field) {
  for (const std::string_view name : signed_fields) {
    if (name == field.name) return true;
  }
  return false;
}

bool is_receive(Code code) {
  return code == Code::ti_recv || code == Code::ti_irecv;
}

}  // namespace

std::optional<LineError> ActionCheck::find_error(const LineParser::Line& line) {
  const Action& action = line.action;
  const Form& form = form_of(action.code);
  std::size_t at = 0;
  for (const Field& field : form.fields) {
    const Word word = action.words[at];
    at += is_list(field.kind) ? 1 + static_cast<std::size_t>(word) : 1;
    const bool is_peer = field.kind == FieldKind::peer || field.kind == FieldKind::root;
    const auto ranks = static_cast<Word>(context_.rank_count);
    if (form.level == 1 && is_peer && (word >= ranks || (word < 0 && word != any_source))) {
      return LineError{
          fmt::format("{} of {} is a rank that does not exist", field.name, form.keyword),
          fmt::format("{}", word), fmt::format("there are {} ranks, from 0 on", ranks)};
    }
    if (form.level == 2 && is_peer && word < any_source) {
      return LineError{fmt::format("{} of {} is not a rank", field.name, form.keyword),
                       fmt::format("{}", word),
                       {}};
    }
    const bool is_probed = is_receive(action.code) && word == -1;
    if (field.kind == FieldKind::number && word < 0 && !may_be_negative(field) && !is_probed) {
      return LineError{fmt::format("{} of {} is negative", field.name, form.keyword),
                       fmt::format("{}", word),
                       {}};
    }
    if (form.level == 1 && field.kind == FieldKind::numbers) {
      for (const Word count : action.words.subspan(at - static_cast<std::size_t>(word),
                                                   static_cast<std::size_t>(word))) {
        if (count >= 0) continue;
        return LineError{
            fmt::format("a count of {} is negative", form.keyword), fmt::format("{}", count), {}};
      }
    }
    if (form.level == 1 && field.kind == FieldKind::type && word == -1) has_null_type_ = true;
  }
  if (action.code == Code::ti_waitAny) has_wait_any_ = true;
  has_test_any_ |= action.code == Code::ti_testany || action.code == Code::ti_testall ||
                   action.code == Code::ti_testsome;
  return std::nullopt;
}

void ActionCheck::add_warnings(std::vector<std::string>& warnings) const {
  const auto add = [&](bool is_seen, const char* text) {
    if (!is_seen) return;
    for (const std::string& known : warnings) {
      if (known == text) return;
    }
    warnings.emplace_back(text);
  };
  add(has_null_type_, "messages of type -1 have no bytes: SimGrid writes it for derived types");
  add(has_wait_any_, "waitAny does not say which request: the first that completes is taken");
  add(has_test_any_, "testany, testall and testsome do not say of what: each is a failed poll");
}

}  // namespace smpi::trace
