// SPDX-License-Identifier: BSD-3-Clause
//
// stat: what the trace itself says about calls and messages, without a simulation. Messages are
// those that the program sends; what collectives send inside depends on the platform.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <unordered_map>

#include "kernel/error.h"
#include "kernel/print.h"
#include "libsmpi/watch/trace/compress/reader.h"
#include "libsmpi/watch/trace/message_fields.h"
#include "libsmpi/watch/trace/rank_set.h"
#include "tools/trace/commands.h"

namespace smpi::trace {
namespace {

struct Amount {
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  void add(std::uint64_t size_bytes) {
    messages++;
    bytes += size_bytes;
  }
};

// Sizes up to 0, 16, 64, 256, ... bytes.
class Histogram {
 public:
  void add(std::uint64_t size_bytes) { counts_[bucket_of(size_bytes)]++; }
  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < counts_.size(); i++) {
      if (counts_[i] == 0) continue;
      out += fmt::format("  {:>16}  {:>14}\n", i == 0 ? 0 : std::uint64_t{16} << (2 * (i - 1)),
                         counts_[i]);
    }
    return out;
  }

 private:
  static std::size_t bucket_of(std::uint64_t size_bytes) {
    if (size_bytes == 0) return 0;
    std::size_t bucket = 1;
    while (bucket + 1 < buckets && size_bytes > std::uint64_t{16} << (2 * (bucket - 1))) bucket++;
    return bucket;
  }
  static constexpr std::size_t buckets = 32;
  std::array<std::uint64_t, buckets> counts_{};
};

struct Totals {
  std::map<Code, Amount> calls;  // bytes are those that messages of the call send
  std::map<std::pair<std::uint32_t, Word>, Amount> pairs;
  Histogram sizes;
  Amount messages;
  Amount elsewhere;  // on other communicators than the world
  double flops = 0;
};

class RankCounter {
 public:
  RankCounter(std::uint32_t rank, Totals& totals) : rank_(rank), totals_(totals) {}
  void add(const Action& action) {
    Amount& call = totals_.calls[action.code];
    call.messages++;
    types_.see(action);
    if (action.code == Code::ti_compute) totals_.flops += to_real(action.words[0]);
    const CallFields& fields = call_fields(action.code);
    if (fields.sent.exists()) {
      count(action, fields, call);
    } else if (action.code == Code::call_Start) {
      start(action.words[0], call);
    } else if (action.code == Code::call_Startall) {
      for (const Word request : action.words.subspan(1)) start(request, call);
    }
  }

 private:
  struct Sent {
    Word peer;
    bool is_world;
    std::uint64_t bytes;
  };
  void count(const Action& action, const CallFields& fields, Amount& call) {
    const auto at = [&](std::int8_t place) {
      return action.words[static_cast<std::size_t>(place)];
    };
    if (at(fields.sent.peer) < 0) return;
    const std::int64_t type = fields.sent.type < 0 ? 6 : at(fields.sent.type);
    const Sent sent{at(fields.sent.peer), fields.communicator < 0 || at(fields.communicator) == 0,
                    static_cast<std::uint64_t>(at(fields.sent.count) * types_.size_bytes(type))};
    if (fields.is_template) {
      persistent_[at(fields.request)] = sent;
    } else {
      note(sent, call);
    }
  }
  void start(Word request, Amount& call) {
    const auto known = persistent_.find(request);
    if (known != persistent_.end()) note(known->second, call);
  }
  void note(const Sent& sent, Amount& call) {
    call.bytes += sent.bytes;
    totals_.messages.add(sent.bytes);
    totals_.sizes.add(sent.bytes);
    if (sent.is_world) {
      totals_.pairs[{rank_, sent.peer}].add(sent.bytes);
    } else {
      totals_.elsewhere.add(sent.bytes);
    }
  }

  std::uint32_t rank_;
  Totals& totals_;
  TypeSizes types_;
  std::unordered_map<Word, Sent> persistent_;
};

void write_matrix(const std::string& path, const Totals& totals) {
  std::string text = "source,destination,messages,bytes\n";
  for (const auto& [pair, amount] : totals.pairs) {
    text += fmt::format("{},{},{},{}\n", pair.first, pair.second, amount.messages, amount.bytes);
  }
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "we"),
                                                             &std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size() ||
      std::fflush(file.get()) != 0) {
    if (file) std::remove(path.c_str());
    throw kernel::InputError("cannot write the matrix", {.file = path});
  }
}

}  // namespace

int print_statistics(const Arguments& arguments) {
  const auto trace =
      open_trace(arguments.inputs[0], {.rank_count = arguments.rank_count, .is_old = false});
  Totals totals;
  for (std::uint32_t rank = 0; rank < trace->rank_count(); rank++) {
    RankCounter counter(rank, totals);
    const std::unique_ptr<Cursor> cursor = trace->cursor(rank);
    for (Action action; cursor->next(action);) counter.add(action);
  }
  if (!arguments.matrix.empty()) write_matrix(arguments.matrix, totals);
  std::string out = fmt::format("{:<24}  {:>14}  {:>18}\n", "Action", "Count", "Bytes sent");
  for (const auto& [code, amount] : totals.calls) {
    out += fmt::format("{:<24}  {:>14}  {:>18}\n", form_of(code).keyword, amount.messages,
                       amount.bytes);
  }
  out += fmt::format("\nFlops            {:.6g}\n", totals.flops);
  out += fmt::format("Messages         {} of {} bytes in all, between {} pairs of ranks\n",
                     totals.messages.messages, totals.messages.bytes, totals.pairs.size());
  if (totals.elsewhere.messages > 0) {
    out += fmt::format("  of them        {} on other communicators, not in the matrix\n",
                       totals.elsewhere.messages);
  }
  if (const std::vector<std::uint32_t> ranks = trace->unrecorded_ranks(); !ranks.empty()) {
    out += fmt::format("Not recorded     ranks {}: what they call and send is missing here\n",
                       text_of_ranks(ranks));
  }
  out += fmt::format("\n  {:>16}  {:>14}\n{}", "Bytes, up to", "Messages", totals.sizes.text());
  kernel::print_result(std::string_view(out));
  return found_nothing_wrong;
}

}  // namespace smpi::trace
