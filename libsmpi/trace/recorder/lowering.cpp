// SPDX-License-Identifier: BSD-3-Clause
//
// Calls by name of their fields: this is for traces that SimGrid replays, where speed of recording
// does not matter.
#include "libsmpi/trace/recorder/lowering.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace smpi::trace {
namespace {

constexpr Word byte_type = 6;
constexpr Word large_type = 14;  // of 16 bytes
constexpr Word large_type_bytes = 16;
constexpr Word largest_count = std::numeric_limits<std::int32_t>::max();
// Tags of other communicators begin here, a stretch for each; SimGrid takes any int.
constexpr std::uint64_t tags_of_communicator = std::uint64_t{1} << 24;
constexpr std::uint64_t most_communicators = 127;

// What SimGrid counts for its types (level 1 of docs/traces.md).
constexpr Word type_bytes[] = {8, 4,  1,  2, 8,  4,  1,  8,  1,  1,  2, 4,  8,  8,  16,
                               4, 1,  1,  2, 4,  8,  1,  2,  4,  8,  8, 16, 32, 8,  8,
                               8, 16, 16, 8, 8,  8,  16, 16, 4,  4,  8, 16, 8,  16, 16,
                               4, 2,  4,  8, 16, 32, 1,  8,  16, 32, 0, 0,  1,  8,  8};

Word one(const std::vector<Word>& values) {
  return values.empty() ? 0 : values.front();
}

}  // namespace

Lowering::Lowering(Sink& next, std::uint32_t rank_count, View view)
    : next_(next),
      rank_count_(rank_count),
      view_(std::move(view)),
      collectives_(next, rank_count),
      ranks_(rank_count) {}

const CommunicatorView& Lowering::view_of(std::uint32_t rank, Word communicator) {
  auto& known = ranks_[rank].communicators;
  const auto found = known.find(communicator);
  if (found != known.end()) return found->second;
  return known.emplace(communicator, view_(rank, communicator)).first->second;
}

Lowering::Values Lowering::values_of(const Action& action) const {
  Values values;
  std::size_t place = 0;
  for (const Field& field : form_of(action.code).fields) {
    std::size_t count = 1;
    if (is_list(field.kind)) count = static_cast<std::size_t>(action.words[place++]);
    const auto words = action.words.subspan(place, count);
    values[field.name].assign(words.begin(), words.end());
    place += count;
  }
  return values;
}

Word Lowering::bytes_of(std::uint32_t rank, Word type) const {
  if (type < 0) return 0;
  if (type < static_cast<Word>(std::size(type_bytes))) return type_bytes[type];
  return ranks_[rank].type_sizes[static_cast<std::size_t>(type - first_derived_type)];
}

void Lowering::set_content(std::uint32_t rank, Message& message, Word count, Word type) const {
  message.count = count;
  message.type = type;
  if (type >= 0 && type < first_derived_type && count <= largest_count) return;
  const Word bytes = count * bytes_of(rank, type);
  const bool is_large = bytes > largest_count;
  message.type = is_large ? large_type : byte_type;
  message.count = is_large ? (bytes + large_type_bytes - 1) / large_type_bytes : bytes;
}

Lowering::Message Lowering::message_of(std::uint32_t rank, const Values& values, bool is_receive) {
  const auto value = [&](std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names) {
      const auto found = values.find(name);
      if (found != values.end()) return one(found->second);
    }
    return Word{0};
  };
  Message message{.is_receive = is_receive};
  const CommunicatorView& view = view_of(rank, value({"comm"}));
  const Word peer = is_receive ? value({"source"}) : value({"dest"});
  if (peer < 0 || static_cast<std::size_t>(peer) >= view.size()) return message;
  if (view.number > most_communicators) {
    left_out_["messages of more than 127 communicators"]++;
    return message;
  }
  message.peer = (*view.members)[static_cast<std::size_t>(peer)];
  const Word tag = is_receive ? value({"recvtag", "tag"}) : value({"sendtag", "tag"});
  message.tag = tag + static_cast<Word>(view.number * tags_of_communicator);
  const Word count = is_receive ? value({"recvcount", "count"}) : value({"sendcount", "count"});
  const Word type = is_receive ? value({"recvtype", "datatype"}) : value({"sendtype", "datatype"});
  set_content(rank, message, count, type);
  return message;
}

void Lowering::emit(std::uint32_t rank, const Message& message, bool blocks) {
  if (message.peer == nobody) return;
  const Word words[] = {message.peer, message.tag, message.count, message.type, 0};
  const Code code = message.is_receive ? (blocks ? Code::ti_recv : Code::ti_irecv)
                                       : (blocks ? Code::ti_send : Code::ti_isend);
  const std::span<const Word> all(words);
  next_.add(rank, {.code = code, .words = message.is_receive ? all : all.first(4)});
}

void Lowering::emit_wait(std::uint32_t rank, const Message& message, Code code) {
  if (message.peer == nobody) return;
  const Word me = rank;
  const Word words[] = {message.is_receive ? message.peer : me,
                        message.is_receive ? me : message.peer, message.tag};
  next_.add(rank, {.code = code, .words = words});
}

void Lowering::complete(std::uint32_t rank, Word request) {
  auto& requests = ranks_[rank].requests;
  const auto found = requests.find(request);
  if (found == requests.end()) return;
  emit_wait(rank, found->second, Code::ti_wait);
  requests.erase(found);
}

void Lowering::add(std::uint32_t rank, const Action& action) {
  OfRank& state = ranks_[rank];
  if (form_of(action.code).level == 1) return next_.add(rank, action);
  const Values values = values_of(action);
  switch (action.code) {
    case Code::note_ti2:
    case Code::note_Op:
    case Code::note_Unit:
      return;
    case Code::note_Type:
      state.type_sizes.push_back(action.words[1]);
      return;
    case Code::note_poll:
      state.failed_tests = action.words[0] == 0 && action.words[3] != 0 ? action.words[1] : 0;
      state.flops_between_tests = to_real(action.words[2]);
      if (state.failed_tests == 0) left_out_["failed polls"] += action.words[1];
      return;
    default:
      break;
  }
  const bool is_said =
      add_message(rank, action.code, values) || add_persistent(rank, action.code, values) ||
      add_completion(rank, action.code, values) || add_collective(rank, action, values);
  if (!is_said) left_out_[form_of(action.code).keyword + 1]++;
}

bool Lowering::add_message(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  const auto request = [&] { return one(values.at("request")); };
  switch (code) {
    case Code::call_Send:
    case Code::call_Rsend:
      emit(rank, message_of(rank, values, false), true);
      return true;
    case Code::call_Recv:
      emit(rank, message_of(rank, values, true), true);
      return true;
    case Code::call_Isend:
    case Code::call_Irsend:
    case Code::call_Irecv: {
      const Message message = message_of(rank, values, code == Code::call_Irecv);
      emit(rank, message, false);
      state.requests[request()] = message;
      return true;
    }
    case Code::call_Sendrecv:
    case Code::call_Sendrecv_replace: {
      const Message sent = message_of(rank, values, false);
      const Message received = message_of(rank, values, true);
      emit(rank, sent, false);
      emit(rank, received, false);
      emit_wait(rank, sent, Code::ti_wait);
      emit_wait(rank, received, Code::ti_wait);
      return true;
    }
    case Code::call_Mprobe:
    case Code::call_Improbe:
      if (one(values.at("message")) != 0) {
        state.probed[one(values.at("message"))] = message_of(rank, values, true);
      }
      return true;
    case Code::call_Mrecv:
    case Code::call_Imrecv: {
      Message message = state.probed[one(values.at("message"))];
      set_content(rank, message, one(values.at("count")), one(values.at("datatype")));
      emit(rank, message, code == Code::call_Mrecv);
      if (code == Code::call_Imrecv) state.requests[request()] = message;
      return true;
    }
    default:
      return code == Code::call_Probe || code == Code::call_Iprobe || code == Code::call_Cancel;
  }
}

bool Lowering::add_persistent(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  const auto start = [&](Word request) {
    const auto found = state.persistent.find(request);
    if (found == state.persistent.end()) return false;
    emit(rank, found->second, false);
    state.requests[request] = found->second;
    return true;
  };
  switch (code) {
    case Code::call_Send_init:
    case Code::call_Rsend_init:
    case Code::call_Recv_init:
      state.persistent[one(values.at("request"))] =
          message_of(rank, values, code == Code::call_Recv_init);
      return true;
    case Code::call_Start:
      return start(one(values.at("request")));
    case Code::call_Startall: {
      const auto& requests = values.at("requests");
      return std::ranges::all_of(requests, start);
    }
    default:
      return false;
  }
}

void Lowering::add_tests(std::uint32_t rank, Word request) {
  OfRank& state = ranks_[rank];
  const Word failed = std::exchange(state.failed_tests, 0);
  const auto found = state.requests.find(request);
  if (found == state.requests.end()) return;
  const double flops = failed > 0 ? state.flops_between_tests / static_cast<double>(failed) : 0;
  for (Word i = 0; i < failed; i++) {
    emit_wait(rank, found->second, Code::ti_test);
    const Word words[] = {to_word(flops), 0};
    if (flops > 0) next_.add(rank, {.code = Code::ti_compute, .words = words});
  }
}

bool Lowering::add_completion(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  switch (code) {
    case Code::call_Wait:
      complete(rank, one(values.at("request")));
      return true;
    case Code::call_Waitall: {
      const auto& requests = values.at("requests");
      const auto is_under_way = [&](Word request) { return state.requests.contains(request); };
      const auto count = std::ranges::count_if(requests, is_under_way);
      if (count > 0 && static_cast<std::size_t>(count) == state.requests.size()) {
        state.requests.clear();
        const Word word = count;
        next_.add(rank, {.code = Code::ti_waitall, .words = {&word, 1}});
      } else {
        for (const Word request : requests) complete(rank, request);
      }
      return true;
    }
    case Code::call_Test:
      add_tests(rank, one(values.at("request")));
      [[fallthrough]];
    case Code::call_Waitany:
    case Code::call_Waitsome:
    case Code::call_Testall:
    case Code::call_Testany:
    case Code::call_Testsome:
      for (const Word request : values.at("done")) complete(rank, request);
      return true;
    case Code::call_Request_free:
      state.persistent.erase(one(values.at("request")));
      return true;
    default:
      return false;
  }
}

// What the rank sends to itself is where it receives.
void Lowering::fill_in_place(std::uint32_t rank, Values& values) const {
  const auto give = [&](const char* from, const char* to) {
    if (values.contains(from) && values.contains(to)) values[to] = values[from];
  };
  const auto part = [&](const char* from, const char* to) {
    if (!values.contains(from) || !values.contains(to) || values[from].size() <= rank) return;
    values[to] = {values[from][rank]};
  };
  values["in_place"] = {0};
  const bool is_scatter = values.contains("recvtype") && one(values["recvtype"]) < 0;
  give(is_scatter ? "sendtype" : "recvtype", is_scatter ? "recvtype" : "sendtype");
  give(is_scatter ? "sendcount" : "recvcount", is_scatter ? "recvcount" : "sendcount");
  give("recvcounts", "sendcounts");
  part("recvcounts", "sendcount");
  part("sendcounts", "recvcount");
}

bool Lowering::add_collective(std::uint32_t rank, const Action& action, Values values) {
  const Form& form = form_of(action.code);
  if (!values.contains("comm") || values.contains("request")) return false;
  const CommunicatorView& view = view_of(rank, one(values.at("comm")));
  if (!view.is_like_world) return view.size() == 1;  // one rank waits for nobody
  values["comm"] = {0};
  if (values.contains("in_place") && one(values["in_place"]) != 0) fill_in_place(rank, values);
  if (values.contains("op")) values["op"] = {0};
  for (const auto& [count, type] :
       {std::pair{"count", "datatype"}, std::pair{"sendcount", "sendtype"},
        std::pair{"recvcount", "recvtype"}, std::pair{"recvcounts", "datatype"},
        std::pair{"sendcounts", "sendtype"}, std::pair{"recvcounts", "recvtype"}}) {
    if (!values.contains(count) || !values.contains(type)) continue;
    if (one(values[type]) < first_derived_type) continue;
    const Word bytes = bytes_of(rank, one(values[type]));
    for (Word& value : values[count]) value *= bytes;
    values[type] = {byte_type};
  }
  Code code = action.code;
  const Form* target = &form;
  if (code == Code::call_Reduce_scatter_block) {
    values["recvcounts"].assign(rank_count_, one(values["recvcount"]));
    code = Code::call_Reduce_scatter;
    target = &form_of(code);
  }
  std::vector<Word> words;
  for (const Field& field : target->fields) {
    const auto& value = values[field.name];
    if (is_list(field.kind)) words.push_back(static_cast<Word>(value.size()));
    words.insert(words.end(), value.begin(), value.end());
  }
  return collectives_.add_converted(rank, {.code = code, .words = words});
}

}  // namespace smpi::trace
