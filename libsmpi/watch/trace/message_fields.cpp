// SPDX-License-Identifier: BSD-3-Clause
//
// A table by code, made once from the names of fields.
#include "libsmpi/watch/trace/message_fields.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <vector>

#include "libsmpi/watch/trace/text_names.h"

namespace smpi::trace {
namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

CallFields fields_of(const Form& form) {
  CallFields result;
  const std::string_view keyword = form.keyword;
  result.is_template = keyword.ends_with("_init");
  for (std::size_t i = 0; i < form.fields.size(); i++) {
    const std::string_view name = form.fields[i].name;
    const auto place = static_cast<std::int8_t>(i);
    if (is_list(form.fields[i].kind)) break;
    if (is_one_of(name, {"dest", "dst"})) result.sent.peer = place;
    if (is_one_of(name, {"source", "src"})) result.received.peer = place;
    if (is_one_of(name, {"tag", "sendtag"})) result.sent.tag = place;
    if (is_one_of(name, {"tag", "recvtag"})) result.received.tag = place;
    if (is_one_of(name, {"count", "sendcount", "scount"})) result.sent.count = place;
    if (is_one_of(name, {"count", "recvcount", "rcount"})) result.received.count = place;
    if (is_one_of(name, {"type", "datatype", "sendtype", "stype"})) result.sent.type = place;
    if (is_one_of(name, {"type", "datatype", "recvtype", "rtype"})) result.received.type = place;
    if (form.fields[i].kind == FieldKind::communicator) result.communicator = place;
    if (form.fields[i].kind == FieldKind::request) result.request = place;
  }
  return result;
}

}  // namespace

const CallFields& call_fields(Code code) {
  static const std::vector<CallFields> table = [] {
    std::vector<CallFields> rows;
    for (const Form& form : forms()) rows.push_back(fields_of(form));
    return rows;
  }();
  return table[static_cast<std::size_t>(code)];
}

void TypeSizes::note(const Action& action) {
  const Word number = action.words[0];  // whatever a damaged trace says
  if (number < 0 || number > std::numeric_limits<Word>::max() - first_derived_type) return;
  derived_[first_derived_type + number] = action.words[1];
}

std::int64_t TypeSizes::size_bytes(Word type) const {
  if (type < first_derived_type) return size_of_type_bytes(type).value_or(0);
  const auto known = derived_.find(type);
  return known == derived_.end() ? 0 : known->second;
}

}  // namespace smpi::trace
