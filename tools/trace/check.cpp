// SPDX-License-Identifier: BSD-3-Clause
//
// check: can a replay of the trace end? Counts what is sent and received per pair and tag, compares
// the collectives of the ranks, and looks for requests that nobody waits for. It looks at numbers,
// not at the order of messages: a trace that passes may still deadlock, one that fails cannot end.
// Ranks that were not recorded are no part of it; that there are such ranks is a finding.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/message_fields.h"
#include "libsmpi/watch/trace/rank_set.h"
#include "tools/trace/commands.h"

namespace smpi::trace {
namespace {

struct Balance {
  std::uint64_t sent = 0;
  std::uint64_t received = 0;
};
using Pair = std::tuple<Word, Word, Word>;  // source, destination, tag

struct Findings {
  std::map<Pair, Balance> pairs;
  std::map<Word, std::uint64_t> open_receives;  // by rank: of any source or tag, never matched
  std::uint64_t elsewhere = 0;                  // messages on other communicators
  std::vector<Code> collectives;                // of the first rank on the world
  std::vector<std::string> lines;
  RankSet is_unrecorded;
  std::uint32_t first_rank = 0;  // that was recorded
  std::uint64_t one_sided = 0;   // messages with ranks that were not
  bool leaves_out(Word rank) const {
    const auto place = static_cast<std::size_t>(rank);
    return place < is_unrecorded.size() && is_unrecorded[place];
  }
};

bool is_world_collective(const Action& action) {
  if (action.code >= Code::ti_barrier && action.code < first_note) return true;
  const CallFields& fields = call_fields(action.code);
  if (action.code < first_call || fields.sent.exists() || fields.received.exists() ||
      fields.request >= 0 || fields.communicator < 0) {
    return false;
  }
  return action.words[static_cast<std::size_t>(fields.communicator)] == 0 &&
         action.code >= Code::call_Allgather && action.code <= Code::call_Scatterv;
}

class RankCheck {
 public:
  RankCheck(std::uint32_t rank, Findings& findings) : rank_(rank), findings_(findings) {}

  void add(const Action& action, const Trace& trace, std::uint64_t position) {
    const CallFields& fields = call_fields(action.code);
    note_requests(action, fields);
    if (fields.sent.exists() || fields.received.exists()) note_messages(action, fields);
    if (action.code == Code::call_Start) start(action.words[0]);
    if (action.code == Code::call_Startall) {
      for (const Word request : action.words.subspan(1)) start(request);
    }
    if (is_world_collective(action)) note_collective(action, trace, position);
  }
  void finish() {
    if (rank_ != findings_.first_rank && !differs_ && collective_ < findings_.collectives.size()) {
      findings_.lines.push_back(
          fmt::format("rank {} has {} collectives on the world, rank {} has {}", rank_, collective_,
                      findings_.first_rank, findings_.collectives.size()));
    }
    if (!open_.empty()) {
      findings_.lines.push_back(
          fmt::format("rank {}: {} requests are never completed, the first is {}", rank_,
                      open_.size(), *open_.begin()));
    }
  }

 private:
  struct Message {
    Pair pair;
    bool is_send;
  };
  void note_messages(const Action& action, const CallFields& fields) {
    const auto at = [&](std::int8_t place) {
      return action.words[static_cast<std::size_t>(place)];
    };
    const Word me = rank_;
    if (fields.communicator >= 0 && at(fields.communicator) != 0) {
      findings_.elsewhere++;
      return;
    }
    const auto note = [&](const MessageFields& message, bool is_send) {
      if (!message.exists() || at(message.peer) == nobody) return;
      const Word tag = message.tag < 0 ? 0 : at(message.tag);
      const Word peer = at(message.peer);
      const Message found{is_send ? Pair{me, peer, tag} : Pair{peer, me, tag}, is_send};
      if (fields.is_template) {
        templates_[at(fields.request)] = found;
      } else {
        count(found);
      }
    };
    note(fields.sent, true);
    note(fields.received, false);
  }
  void count(const Message& message) {
    const auto& [source, destination, tag] = message.pair;
    if (source == any_source || tag == any_tag) {
      findings_.open_receives[destination]++;
      return;
    }
    Balance& balance = findings_.pairs[message.pair];
    (message.is_send ? balance.sent : balance.received)++;
  }
  void start(Word request) {
    const auto known = templates_.find(request);
    if (known == templates_.end()) return;
    count(known->second);
    open_.insert(request);
  }

  void note_requests(const Action& action, const CallFields& fields) {
    const auto done = [&](std::span<const Word> list) {
      for (const Word request : list) open_.erase(request);
    };
    switch (action.code) {
      case Code::call_Wait:
      case Code::call_Request_free:
        open_.erase(action.words[0]);
        return;
      case Code::call_Waitall:
        done(action.words.subspan(1));
        return;
      case Code::call_Test:
        done(action.words.subspan(2));
        return;
      case Code::call_Testall:
      case Code::call_Testany:
      case Code::call_Testsome:
      case Code::call_Waitany:
      case Code::call_Waitsome:
        done(action.words.subspan(static_cast<std::size_t>(action.words[0]) + 2));
        return;
      default:
        break;
    }
    const bool makes = action.code >= first_call && fields.request >= 0 && !fields.is_template &&
                       form_of(action.code).keyword[1] == 'I';
    if (makes) open_.insert(action.words[static_cast<std::size_t>(fields.request)]);
  }

  void note_collective(const Action& action, const Trace& trace, std::uint64_t position) {
    const std::size_t place = collective_++;
    if (rank_ == findings_.first_rank) {
      findings_.collectives.push_back(action.code);
      return;
    }
    const bool is_same =
        place < findings_.collectives.size() && findings_.collectives[place] == action.code;
    if (is_same || differs_) return;
    differs_ = true;
    findings_.lines.push_back(fmt::format(
        "{}: collective {} is {}, rank {} has {}", trace.place(rank_, position), place + 1,
        form_of(action.code).keyword, findings_.first_rank,
        place < findings_.collectives.size() ? form_of(findings_.collectives[place]).keyword
                                             : "none"));
  }

  std::uint32_t rank_;
  Findings& findings_;
  std::map<Word, Message> templates_;  // of persistent requests
  std::set<Word> open_;                // requests of level 2
  std::size_t collective_ = 0;
  bool differs_ = false;
};

// Receives of any source take what is left over for their rank.
void add_unbalanced(Findings& findings) {
  for (const auto& [pair, balance] : findings.pairs) {
    const auto& [source, destination, tag] = pair;
    if (findings.leaves_out(source) || findings.leaves_out(destination)) {
      findings.one_sided += balance.sent + balance.received;
      continue;
    }
    std::uint64_t sent = balance.sent;
    std::uint64_t& open = findings.open_receives[destination];
    if (sent > balance.received) {
      const std::uint64_t taken = std::min(open, sent - balance.received);
      open -= taken;
      sent -= taken;
    }
    if (sent == balance.received) continue;
    findings.lines.push_back(
        fmt::format("from rank {} to rank {} with tag {}: {} messages are sent, {} received",
                    source, destination, tag, balance.sent, balance.received));
  }
  const bool may_be_from_others = findings.one_sided > 0;
  for (const auto& [rank, count] : findings.open_receives) {
    if (count == 0 || may_be_from_others) continue;
    findings.lines.push_back(
        fmt::format("rank {}: {} receives from anyone find no message", rank, count));
  }
}

}  // namespace

int check_trace(const Arguments& arguments) {
  constexpr std::size_t lines_most = 50;
  const auto trace =
      open_trace(arguments.inputs[0], {.rank_count = arguments.rank_count, .is_old = false});
  for (const std::string& warning : trace->warnings()) {
    kernel::print_message("smpi-trace: {}\n", warning);
  }
  Findings findings;
  const std::vector<std::uint32_t> unrecorded = trace->unrecorded_ranks();
  findings.is_unrecorded.resize(trace->rank_count());
  for (const std::uint32_t rank : unrecorded) findings.is_unrecorded[rank] = true;
  while (findings.first_rank + 1 < trace->rank_count() &&
         findings.leaves_out(findings.first_rank)) {
    findings.first_rank++;
  }
  for (std::uint32_t rank = 0; rank < trace->rank_count(); rank++) {
    if (findings.leaves_out(rank)) continue;
    RankCheck check(rank, findings);
    const std::unique_ptr<Cursor> cursor = trace->cursor(rank);
    for (Action action; cursor->next(action);) check.add(action, *trace, cursor->position());
    check.finish();
  }
  add_unbalanced(findings);
  if (!unrecorded.empty()) {
    findings.lines.push_back(fmt::format(
        "ranks {} were not recorded: a replay needs them; {} messages with them are not checked",
        text_of_ranks(unrecorded), findings.one_sided));
  }
  std::string out;
  for (std::size_t i = 0; i < findings.lines.size() && i < lines_most; i++) {
    out += findings.lines[i] + '\n';
  }
  if (findings.lines.size() > lines_most) {
    out += fmt::format("and {} more\n", findings.lines.size() - lines_most);
  }
  if (findings.elsewhere > 0) {
    out += fmt::format("{} messages on other communicators are not checked\n", findings.elsewhere);
  }
  if (findings.lines.empty()) out += "nothing wrong was found\n";
  kernel::print_result(std::string_view(out));
  return findings.lines.empty() ? found_nothing_wrong : found_difference;
}

}  // namespace smpi::trace
