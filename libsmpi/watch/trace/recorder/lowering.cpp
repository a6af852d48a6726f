// SPDX-License-Identifier: BSD-3-Clause
//
// Calls by name of their fields: this is for traces that SimGrid replays, where speed of recording
// does not matter.
#include "libsmpi/watch/trace/recorder/lowering.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

namespace smpi::trace {
namespace {

constexpr Word byte_type = 6;
constexpr Word large_type = 14;  // of 16 bytes
constexpr Word large_type_bytes = 16;
constexpr Word largest_count = std::numeric_limits<std::int32_t>::max();
// Tags of other communicators have a stretch each; SimGrid takes any int. Beyond the last stretch
// are tags of messages of collectives (record/trace_recording.cpp), and those that fit nowhere
// else, numbered as they come.
constexpr Word tags_of_communicator = Word{1} << 24;
constexpr std::uint64_t communicators_with_tags = 63;
constexpr Word far_tags = Word{3} << 29;

// What SimGrid counts for its types (level 1 of docs/traces.md).
constexpr Word type_bytes[] = {8, 4,  1,  2, 8,  4,  1,  8,  1,  1,  2, 4,  8,  8,  16,
                               4, 1,  1,  2, 4,  8,  1,  2,  4,  8,  8, 16, 32, 8,  8,
                               8, 16, 16, 8, 8,  8,  16, 16, 4,  4,  8, 16, 8,  16, 16,
                               4, 2,  4,  8, 16, 32, 1,  8,  16, 32, 0, 0,  1,  8,  8};

// What SimGrid has no word for: such sends are said without it.
constexpr std::string_view synchronous = "waits of synchronous sends for their receives";

constexpr std::string_view failed_probes = "failed probes";
// A recorder may not tell it (RecorderShared::merges_polls).
constexpr std::string_view open_receives = "what persistent receives with wildcards match";
constexpr std::string_view small_requests = "waits for requests of small one-sided operations";
constexpr std::string_view other_polls = "polls of what is not a message";

Word one(const std::vector<Word>& values) {
  return values.empty() ? 0 : values.front();
}

}  // namespace

Lowering::Lowering(Sink& next, std::uint32_t rank_count, Library library)
    : next_(next),
      rank_count_(rank_count),
      library_(std::move(library)),
      collectives_(next, rank_count),
      ranks_(rank_count) {}

const CommunicatorView& Lowering::view_of(std::uint32_t rank, Word communicator) {
  auto& known = ranks_[rank].communicators;
  const auto found = known.find(communicator);
  if (found != known.end()) return found->second;
  return known.emplace(communicator, library_.view(rank, communicator)).first->second;
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

Word Lowering::tag_on(const CommunicatorView& view, Word tag) {
  if (view.number == 0) return tag;
  if (view.number <= communicators_with_tags && tag < tags_of_communicator) {
    return tag + static_cast<Word>(view.number) * tags_of_communicator;
  }
  const Word next = far_tags + static_cast<Word>(far_tags_.size());
  return far_tags_.try_emplace({view.number, tag}, next).first->second;
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
  message.peer = (*view.members)[static_cast<std::size_t>(peer)];
  const Word tag = is_receive ? value({"recvtag", "tag"}) : value({"sendtag", "tag"});
  message.tag = tag_on(view, tag);
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

// It completes at once: nobody waits for it but the end of the trace.
void Lowering::emit_buffered(std::uint32_t rank, const Message& message) {
  emit(rank, message, false);
  ranks_[rank].has_buffered = true;
}

void Lowering::complete(std::uint32_t rank, Word request) {
  OfRank& state = ranks_[rank];
  for (auto* requests : {&state.requests, &state.received_too}) {
    const auto found = requests->find(request);
    if (found == requests->end()) continue;
    emit_wait(rank, found->second, Code::ti_wait);
    requests->erase(found);
  }
}

// A message aside cuts computation where it is; whatever else the rank does follows it.
void Lowering::write_computation(std::uint32_t rank, bool is_over) {
  OfRank& state = ranks_[rank];
  if (!state.computing_flops) return;
  const double now = library_.progress(rank);
  const double done = std::min(*state.computing_flops, now - state.computing_since);
  const Word words[] = {to_word(is_over ? *state.computing_flops : done), 0};
  if (to_real(words[0]) > 0) next_.add(rank, {.code = Code::ti_compute, .words = words});
  *state.computing_flops -= to_real(words[0]);
  state.computing_since = now;
  if (*state.computing_flops <= 0) state.computing_flops.reset();
}

void Lowering::add_part_of_call(std::uint32_t rank, const Action& action) {
  OfRank& state = ranks_[rank];
  state.message_count++;
  if (action.strand == message_strand::inside) {
    state.inside.push_back({action.code, false, {action.words.begin(), action.words.end()}});
    return;
  }
  const bool is_aside = action.strand == message_strand::aside;
  const bool is_within = is_aside && !state.inside.empty();
  if (!is_within && action.strand != message_strand::target) write_computation(rank, !is_aside);
  if (action.strand != message_strand::part) {
    state.message_count--;
    if (action.code == Code::ti_wait) state.open_asides--;
    if (action.code == Code::ti_isend || action.code == Code::ti_irecv) state.open_asides++;
  }
  if (is_within) {
    state.inside.push_back({action.code, true, {action.words.begin(), action.words.end()}});
    return;
  }
  if (action.strand == message_strand::window) {
    write_poll(rank);
    write_inside(rank);
    state.of_window = {.is_receive = action.code == Code::ti_irecv,
                       .peer = action.words[0],
                       .tag = action.words.size() > 1 ? action.words[1] : 0,
                       .count = action.words.size() > 2 ? action.words[2] : 0,
                       .is_of_window = true};
  }
  next_.add(rank, {.code = action.code, .words = action.words});
}

// What was kept of a call becomes part of the trace. False: there was nothing.
bool Lowering::write_inside(std::uint32_t rank) {
  OfRank& state = ranks_[rank];
  for (const Inside& one : state.inside) {
    next_.add(rank, {.code = one.code, .words = one.words});
  }
  state.inside.clear();
  return std::exchange(state.message_count, 0) > 0;
}

// Of messages aside that came meanwhile: those that begin, before the call, or waits, after it. A
// wait before the call could be one for a rank that sends when it has left the call.
void Lowering::write_asides_inside(std::uint32_t rank, bool are_waits) {
  std::erase_if(ranks_[rank].inside, [&](const Inside& one) {
    const bool is_due = one.is_aside && (one.code == Code::ti_wait) == are_waits;
    if (is_due) next_.add(rank, {.code = one.code, .words = one.words});
    return is_due;
  });
}

void Lowering::add(std::uint32_t rank, const Action& action) {
  OfRank& state = ranks_[rank];
  if (action.strand == message_strand::poll) {
    state.poll_s = to_real(action.words[0]);
    return;
  }
  if (message_strand::is_one(action.strand)) return add_part_of_call(rank, action);
  write_computation(rank, true);
  if (action.code == Code::ti_compute) {
    state.computing_flops = to_real(action.words[0]);
    state.computing_since = library_.progress(rank);
    return;
  }
  if (form_of(action.code).level == 1) return next_.add(rank, action);
  const Values values = values_of(action);
  switch (action.code) {
    case Code::note_ti2:
      return;
    case Code::note_Op:
      state.commuting.push_back(action.words[1] != 0);
      return;
    case Code::note_Type:
      state.type_sizes.push_back(action.words[1]);
      state.type_units.push_back(-1);
      return;
    case Code::note_Unit:
      state.type_units[static_cast<std::size_t>(action.words[0])] = action.words[1];
      return;
    case Code::note_poll:
    case Code::note_pause:
    case Code::note_Layout:
      return;
    default:
      break;
  }
  const auto found = values.find("found");
  if (found != values.end()) add_sleep_of_poll(rank, one(found->second) != 0, failed_probes);
  const bool is_said =
      add_message(rank, action.code, values) || add_persistent(rank, action.code, values) ||
      add_completion(rank, action.code, values) || add_window_call(rank, action.code, values) ||
      add_collective(rank, action, values);
  write_inside(rank);
  state.of_window.reset();
  state.poll_s = 0;
  if (!is_said) left_out_[form_of(action.code).keyword + 1]++;
}

bool Lowering::add_message(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  const auto request = [&] { return one(values.at("request")); };
  switch (code) {
    case Code::call_Ssend:
      left_out_[synchronous]++;
      [[fallthrough]];
    case Code::call_Send:
    case Code::call_Rsend:
      emit(rank, message_of(rank, values, false), true);
      return true;
    case Code::call_Bsend:
    case Code::call_Ibsend:
      emit_buffered(rank, message_of(rank, values, false));
      return true;
    case Code::call_Recv:
      emit(rank, message_of(rank, values, true), true);
      return true;
    case Code::call_Issend:
      left_out_[synchronous]++;
      [[fallthrough]];
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
    case Code::call_Isendrecv:
    case Code::call_Isendrecv_replace: {
      const Message sent = message_of(rank, values, false);
      const Message received = message_of(rank, values, true);
      emit(rank, sent, false);
      emit(rank, received, false);
      state.requests[request()] = sent;
      state.received_too[request()] = received;
      return true;
    }
    default:
      return add_probe(rank, code, values);
  }
}

// Those that send nothing, and receives of what they matched.
bool Lowering::add_probe(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  switch (code) {
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
      if (code == Code::call_Imrecv) state.requests[one(values.at("request"))] = message;
      return true;
    }
    default:
      return code == Code::call_Probe || code == Code::call_Iprobe || code == Code::call_Cancel ||
             code == Code::call_Comm_free;
  }
}

bool Lowering::add_persistent(std::uint32_t rank, Code code, const Values& values) {
  OfRank& state = ranks_[rank];
  const auto start = [&](Word request) {
    const auto found = state.persistent.find(request);
    if (found == state.persistent.end()) return state.persistent_asides.contains(request);
    if (found->second.is_open) left_out_[open_receives]++;
    if (found->second.is_buffered) {
      emit_buffered(rank, found->second);
      return true;
    }
    emit(rank, found->second, false);
    state.requests[request] = found->second;
    return true;
  };
  switch (code) {
    case Code::call_Ssend_init:
      left_out_[synchronous]++;
      [[fallthrough]];
    case Code::call_Send_init:
    case Code::call_Rsend_init:
    case Code::call_Bsend_init:
    case Code::call_Recv_init: {
      Message& message = state.persistent[one(values.at("request"))];
      message = message_of(rank, values, code == Code::call_Recv_init);
      message.is_open = values.contains("any") && one(values.at("any")) != 0;
      message.is_buffered = code == Code::call_Bsend_init;
      return true;
    }
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

// A poll costs its price whatever it looks at. One that fails is a test of a message that is still
// on its way; one that finds something a test of that, and the wait for it that follows returns at
// once. Messages to itself come last: SimGrid mixes up their two sides. Those of windows do not do:
// a send of theirs is complete at once there.
void Lowering::add_test(std::uint32_t rank, const Values& values) {
  const auto& requests = ranks_[rank].requests;
  const auto several = values.find("requests");
  const auto& numbers = several == values.end() ? values.at("request") : several->second;
  const auto& done = values.at("done");
  const Message* tested = nullptr;
  for (const Word number : done.empty() ? numbers : done) {
    const auto found = requests.find(number);
    if (found == requests.end() || found->second.peer == nobody) continue;
    if (found->second.is_of_window) continue;
    if (done.empty() && !library_.is_pending(rank, number)) continue;
    tested = &found->second;
    if (tested->peer != static_cast<Word>(rank)) break;
  }
  if (tested == nullptr) {
    add_sleep_of_poll(rank, !done.empty(), other_polls);
  } else {
    emit_wait(rank, *tested, Code::ti_test);
  }
}

// A poll that no test says is the time that it took.
void Lowering::add_sleep_of_poll(std::uint32_t rank, bool has_found, std::string_view kind) {
  if (!write_poll(rank) && !has_found) left_out_[kind]++;
}

// False: the poll under way took no time, or it is not known.
bool Lowering::write_poll(std::uint32_t rank) {
  const Word words[] = {to_word(std::exchange(ranks_[rank].poll_s, 0.0))};
  const bool is_known = to_real(words[0]) > 0;
  if (is_known) next_.add(rank, {.code = Code::ti_sleep, .words = words});
  return is_known;
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
      if (count > 0 && static_cast<std::size_t>(count) == state.requests.size() &&
          state.open_asides == 0 && !state.has_buffered && state.received_too.empty()) {
        state.requests.clear();
        const Word word = count;
        next_.add(rank, {.code = Code::ti_waitall, .words = {&word, 1}});
      } else {
        for (const Word request : requests) complete(rank, request);
      }
      return true;
    }
    case Code::call_Test:
    case Code::call_Testall:
    case Code::call_Testany:
    case Code::call_Testsome:
      add_test(rank, values);
      [[fallthrough]];
    case Code::call_Waitany:
    case Code::call_Waitsome:
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

bool Lowering::commutes(std::uint32_t rank, const Values& values) const {
  const auto operation = values.find("op");
  if (operation == values.end() || one(operation->second) < first_user_operation) return true;
  const auto number = static_cast<std::size_t>(one(operation->second) - first_user_operation);
  return number < ranks_[rank].commuting.size() && ranks_[rank].commuting[number];
}

// Data of derived types: the unit where they are of one kind, else bytes. Operations apply to whole
// elements, so a reduction keeps its count where a type has the size.
void Lowering::count_in_units(std::uint32_t rank, Values& values) const {
  constexpr Word no_unit = -1;
  const bool is_reduction = values.contains("op");
  for (const auto& [count, type] :
       {std::pair{"count", "datatype"}, std::pair{"sendcount", "sendtype"},
        std::pair{"recvcount", "recvtype"}, std::pair{"recvcounts", "datatype"},
        std::pair{"sendcounts", "sendtype"}, std::pair{"recvcounts", "recvtype"},
        std::pair{"recvcount", "datatype"}}) {
    if (!values.contains(count) || !values.contains(type)) continue;
    const Word derived = one(values[type]);
    if (derived < first_derived_type) continue;
    const Word bytes = bytes_of(rank, derived);
    const auto place = static_cast<std::size_t>(derived - first_derived_type);
    Word unit = ranks_[rank].type_units[place];
    if (is_reduction) {
      const auto* same = std::ranges::find(type_bytes, bytes);
      if (same != std::end(type_bytes)) unit = same - std::begin(type_bytes);
    }
    if (unit == no_unit || bytes_of(rank, unit) == 0) unit = byte_type;
    for (Word& value : values[count]) value = value * bytes / bytes_of(rank, unit);
    values[type] = {unit};
  }
}

// Of a call that has an action of SimGrid's: false if its arguments do not fit there.
bool Lowering::add_as_action(std::uint32_t rank, const Action& action, Values values) {
  values["comm"] = {0};
  if (values.contains("in_place") && one(values["in_place"]) != 0) fill_in_place(rank, values);
  if (!commutes(rank, values)) return false;
  count_in_units(rank, values);
  if (values.contains("op")) values["op"] = {0};
  Code code = action.code;
  if (code == Code::call_Reduce_scatter_block) {
    values["recvcounts"].assign(rank_count_, one(values["recvcount"]));
    code = Code::call_Reduce_scatter;
  }
  std::vector<Word> words;
  for (const Field& field : form_of(code).fields) {
    const auto& value = values[field.name];
    if (is_list(field.kind)) words.push_back(static_cast<Word>(value.size()));
    words.insert(words.end(), value.begin(), value.end());
  }
  return collectives_.add_converted(rank, {.code = code, .words = words});
}

// Its messages were told. One that has a request is waited for under its number.
bool Lowering::add_window_call(std::uint32_t rank, Code code, const Values& values) {
  if (!library_.tells_windows || !values.contains("win")) return false;
  write_poll(rank);  // MPI_Win_sync is one, too
  OfRank& state = ranks_[rank];
  const std::string_view name = form_of(code).keyword + 1;
  const bool is_synchronization = name.starts_with("Win_") && !name.starts_with("Win_lock");
  if (!is_synchronization) asides_[name]++;
  if (values.contains("request") && state.of_window) {
    const bool is_small = static_cast<double>(state.of_window->count) < library_.detached_bytes;
    const bool is_awaited = state.of_window->is_receive || !is_small;
    if (!is_awaited || name == "Rget_accumulate") left_out_[small_requests]++;
  }
  if (values.contains("request") && state.of_window && name != "Rget_accumulate") {
    state.requests[one(values.at("request"))] = *state.of_window;
    state.open_asides--;
  }
  return true;
}

bool Lowering::add_collective(std::uint32_t rank, const Action& action, Values values) {
  OfRank& state = ranks_[rank];
  const Form& form = form_of(action.code);
  const std::string_view name = std::string_view(form.keyword).substr(1);
  if (values.contains("dest") || values.contains("source")) return false;  // partitioned
  const auto comm = std::ranges::find(form.fields, FieldKind::communicator, &Field::kind);
  // Of windows and files the messages of their barriers are the least part.
  if (comm == form.fields.end() || name.starts_with("Win_") || name.starts_with("File_"))
    return false;
  if (values.contains("request")) {
    if (name.ends_with("_init")) state.persistent_asides.insert(one(values["request"]));
    asides_[name]++;
    return true;
  }
  const CommunicatorView& view = view_of(rank, one(values.at(comm->name)));
  if (view.is_like_world) write_asides_inside(rank, false);
  if (view.is_like_world && add_as_action(rank, action, std::move(values))) {
    write_asides_inside(rank, true);
    state.inside.clear();
    state.message_count = 0;
    return true;
  }
  return write_inside(rank) || view.size() == 1;  // one rank waits for nobody
}

}  // namespace smpi::trace
