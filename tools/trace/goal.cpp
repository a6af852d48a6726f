// SPDX-License-Identifier: BSD-3-Clause
//
// Blocking actions form a chain: each requires the one before. A nonblocking send or receive
// requires it, too, but nothing requires the send or receive until a wait for it: then the next
// action does. GOAL has no waits, so they only add to what is required next.
#include "tools/trace/goal.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <deque>
#include <map>
#include <memory>
#include <tuple>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/trace/message_fields.h"

namespace smpi::trace {
namespace {

using Label = std::uint64_t;

class RankWriter {
 public:
  RankWriter(std::uint32_t rank, double speed_flops) : rank_(rank), speed_flops_(speed_flops) {}
  // False: GOAL has nothing for this action.
  bool add(const Action& action);
  std::string take_text() { return std::exchange(text_, {}); }

 private:
  using Key = std::tuple<Word, Word, Word>;  // source, destination, tag, as level 1 names requests
  Label put(const std::string& what) {
    const Label label = ++last_label_;
    text_ += fmt::format("l{}: {}\n", label, what);
    for (const Label before : required_) text_ += fmt::format("l{} requires l{}\n", label, before);
    return label;
  }
  void put_blocking(const std::string& what) { required_ = {put(what)}; }
  bool add_message(const Action& action, const CallFields& fields);
  bool add_wait(const Action& action);

  std::uint32_t rank_;
  double speed_flops_;
  std::string text_;
  Label last_label_ = 0;
  std::vector<Label> required_;  // by the next action
  std::map<Key, std::deque<Label>> pending_;
  std::map<Word, Label> requests_;  // of level 2
  TypeSizes types_;
};

bool is_nonblocking(Code code) {
  switch (code) {
    case Code::ti_isend:
    case Code::ti_irecv:
    case Code::ti_ISsend:
    case Code::ti_ibsend:
    case Code::call_Isend:
    case Code::call_Irecv:
    case Code::call_Issend:
    case Code::call_Ibsend:
    case Code::call_Irsend:
      return true;
    default:
      return false;
  }
}

bool RankWriter::add_message(const Action& action, const CallFields& fields) {
  const std::span<const Word> words = action.words;
  const auto at = [&](std::int8_t place) { return words[static_cast<std::size_t>(place)]; };
  if (fields.is_template) return false;
  if (fields.communicator >= 0 && at(fields.communicator) != 0) return false;
  const auto describe = [&](const MessageFields& message, bool is_send) {
    const std::int64_t type = message.type < 0 ? 6 : at(message.type);
    const Word peer = at(message.peer) == any_source ? -1 : at(message.peer);
    const Word tag = message.tag < 0 ? 0 : at(message.tag);
    const auto tag_text = static_cast<std::uint32_t>(tag == any_tag ? -1 : tag);
    return fmt::format("{} {}b {} {} tag {}", is_send ? "send" : "recv",
                       std::max<Word>(0, at(message.count)) * types_.size_bytes(type),
                       is_send ? "to" : "from", peer, tag_text);
  };
  std::vector<Label> labels;
  for (const bool is_send : {true, false}) {
    const MessageFields& message = is_send ? fields.sent : fields.received;
    if (!message.exists() || at(message.peer) == nobody) continue;
    labels.push_back(put(describe(message, is_send)));
    if (!is_nonblocking(action.code)) continue;
    const Word me = rank_;
    if (fields.request >= 0) {
      requests_[at(fields.request)] = labels.back();
    } else if (is_send) {
      pending_[{me, at(message.peer), at(message.tag)}].push_back(labels.back());
    } else {
      pending_[{at(message.peer), me, at(message.tag)}].push_back(labels.back());
    }
  }
  if (!is_nonblocking(action.code) && !labels.empty()) required_ = labels;
  return true;
}

bool RankWriter::add_wait(const Action& action) {
  const auto finish = [&](Word request) {
    const auto known = requests_.find(request);
    if (known == requests_.end()) return;
    required_.push_back(known->second);
    requests_.erase(known);
  };
  switch (action.code) {
    case Code::ti_wait: {
      std::deque<Label>& labels = pending_[{action.words[0], action.words[1], action.words[2]}];
      if (labels.empty()) return true;
      required_.push_back(labels.front());
      labels.pop_front();
      return true;
    }
    case Code::ti_waitall:
      for (auto& [key, labels] : pending_) {
        required_.insert(required_.end(), labels.begin(), labels.end());
      }
      pending_.clear();
      return true;
    case Code::call_Wait:
      finish(action.words[0]);
      return true;
    case Code::call_Waitall:
      for (const Word request : action.words.subspan(1)) finish(request);
      return true;
    default:
      return false;
  }
}

bool RankWriter::add(const Action& action) {
  constexpr double ns_per_s = 1e9;
  types_.see(action);
  switch (action.code) {
    case Code::ti_init:
    case Code::ti_finalize:
    case Code::ti_comm_size:
    case Code::ti_comm_split:
    case Code::ti_comm_dup:
    case Code::ti_location:
    case Code::ti_test:
    case Code::note_ti2:
    case Code::note_Type:
    case Code::note_Op:
      return true;
    case Code::ti_compute:
    case Code::ti_sleep: {
      const double amount = to_real(action.words[0]);
      const double time_s = action.code == Code::ti_sleep ? amount : amount / speed_flops_;
      put_blocking(fmt::format("calc {:.0f}", std::round(time_s * ns_per_s)));
      return true;
    }
    default:
      break;
  }
  const CallFields& fields = call_fields(action.code);
  if (fields.sent.exists() || fields.received.exists()) return add_message(action, fields);
  return add_wait(action);
}

}  // namespace

void write_goal(Trace& trace, const std::string& path, double speed_flops) {
  std::string text = fmt::format("num_ranks {}\n", trace.rank_count());
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    RankWriter writer(rank, speed_flops);
    const std::unique_ptr<Cursor> cursor = trace.cursor(rank);
    for (Action action; cursor->next(action);) {
      if (writer.add(action)) continue;
      throw kernel::InputError("GOAL has messages and computations only",
                               {.text = fmt::format("{} at {}", form_of(action.code).keyword,
                                                    trace.place(rank, cursor->position())),
                                .hint = "record with --cfg=tracing/ti-level:1, which writes "
                                        "collectives as messages where it can"});
    }
    text += fmt::format("\nrank {} {{\n{}}}\n", rank, writer.take_text());
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "we"),
                                                             &std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0) {
    if (file) std::remove(path.c_str());
    throw kernel::InputError("cannot write GOAL", {.file = path});
  }
}

}  // namespace smpi::trace
