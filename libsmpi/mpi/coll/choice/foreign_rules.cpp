// SPDX-License-Identifier: BSD-3-Clause
//
// Reading Open MPI's dynamic rules. A communicator takes the rules of the largest size that is not
// above its own, or the first ones; a call those of the largest message size that is not above its
// own. Algorithm 0 leaves the call to the fixed rules: no row is made of it.
#include "libsmpi/mpi/coll/choice/foreign_rules.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>
#include <vector>

#include "kernel/error.h"

namespace smpi::coll {
namespace {

// By Open MPI's number of the collective: what its size is, and its algorithms from number 1 on
// (ompi/mca/coll/tuned of 4.1). Without algorithms: rules have no effect there either.
struct TunedCollective {
  std::string_view name;
  std::string_view size_meaning;
  std::vector<std::string_view> algorithms;
};
const std::array<TunedCollective, 22> tuned_collectives{{
    {"allgather",
     "total",
     {"linear", "bruck", "recursive_doubling", "ring", "neighbor", "two_proc"}},
    {"allgatherv", "mean block", {"default", "bruck", "ring", "neighbor", "two_proc"}},
    {"allreduce",
     "vector",
     {"basic_linear", "nonoverlapping", "recursive_doubling", "ring", "segmented_ring",
      "rabenseifner"}},
    {"alltoall", "total", {"linear", "pairwise", "modified_bruck", "linear_sync", "two_proc"}},
    {"alltoallv", "not used", {"basic_linear", "pairwise"}},
    {"alltoallw", "", {}},
    {"barrier",
     "not used",
     {"linear", "double_ring", "recursive_doubling", "bruck", "two_proc", "tree"}},
    {"bcast",
     "vector",
     {"basic_linear", "chain", "pipeline", "split_binary_tree", "binary_tree", "binomial",
      "knomial", "scatter_allgather", "scatter_allgather_ring"}},
    {"exscan", "element", {"linear", "recursive_doubling"}},
    {"gather", "total", {"basic_linear", "binomial", "linear_sync"}},
    {"gatherv", "", {}},
    {"reduce",
     "vector",
     {"linear", "chain", "pipeline", "binary", "binomial", "in-order_binary", "rabenseifner"}},
    {"reduce_scatter", "total", {"non-overlapping", "recursive_halving", "ring", "butterfly"}},
    {"reduce_scatter_block", "total", {"1", "2", "3", "4"}},
    {"scan", "element", {"linear", "recursive_doubling"}},
    {"scatter", "total", {"basic_linear", "binomial", "linear_nb"}},
    {"scatterv", "", {}},
    {"neighbor_allgather", "", {}},
    {"neighbor_allgatherv", "", {}},
    {"neighbor_alltoall", "", {}},
    {"neighbor_alltoallv", "", {}},
    {"neighbor_alltoallw", "", {}},
}};

// The numbers of the file, one after the other.
class Numbers {
 public:
  Numbers(std::string_view path, std::string_view text) : path_(path), text_(text) {}

  long next(std::string_view what, long largest = std::numeric_limits<long>::max()) {
    skip_space_and_comments();
    word_ = text_.substr(0, text_.find_first_of(" \t\r\n#"));
    long value = 0;
    const auto [end, error] = std::from_chars(word_.data(), word_.data() + word_.size(), value);
    if (word_.empty()) refuse(fmt::format("the rules of Open MPI end before the {}", what), "");
    if (error != std::errc() || end != word_.data() + word_.size() || value < 0) {
      refuse(fmt::format("not a number: the {}", what), "");
    }
    if (value > largest) {
      refuse(fmt::format("the {} is too large", what), fmt::format("at most {}", largest));
    }
    text_.remove_prefix(word_.size());
    return value;
  }
  void require_end() {
    skip_space_and_comments();
    word_ = text_.substr(0, text_.find_first_of(" \t\r\n#"));
    if (!text_.empty()) refuse("more numbers than the rules of Open MPI announce", "");
  }
  [[noreturn]] void refuse(const std::string& problem, const std::string& hint) const {
    throw kernel::InputError(
        problem, {.file = std::string(path_),
                  .line = line_,
                  .text = std::string(word_),
                  .hint = hint.empty() ? "docs/collectives.md says what such a file holds" : hint});
  }

 private:
  void skip_space_and_comments() {
    bool in_comment = false;
    while (!text_.empty()) {
      const char c = text_.front();
      if (c == '\n') {
        line_++;
        in_comment = false;
      } else if (c == '#') {
        in_comment = true;
      } else if (!in_comment && c != ' ' && c != '\t' && c != '\r') {
        return;
      }
      text_.remove_prefix(1);
    }
  }

  std::string_view path_;
  std::string_view text_;
  std::string_view word_;
  int line_ = 1;
};

struct MessageRule {
  long size_bytes;
  long algorithm;
  long fan_out;
  long segment_bytes;
};
struct CommunicatorRules {
  long ranks;
  std::vector<MessageRule> messages;
};

CommunicatorRules read_communicator(Numbers& numbers, const TunedCollective& collective) {
  constexpr long most_segment_bytes = std::numeric_limits<int>::max();
  CommunicatorRules rules{.ranks = numbers.next("size of a communicator"), .messages = {}};
  const long count = numbers.next("number of message sizes");
  for (long i = 0; i < count; i++) {
    MessageRule rule{};
    rule.size_bytes = numbers.next("size of a message");
    if (i == 0 && rule.size_bytes != 0) {
      numbers.refuse("the first message size of a communicator must be 0", "");
    }
    if (i > 0 && rule.size_bytes <= rules.messages.back().size_bytes) {
      numbers.refuse("message sizes must ascend", "");
    }
    const bool is_known = !collective.algorithms.empty();
    rule.algorithm = numbers.next(
        fmt::format("number of an algorithm of {}", collective.name),
        is_known ? std::ssize(collective.algorithms) : std::numeric_limits<long>::max());
    rule.fan_out = numbers.next("fan-out");
    rule.segment_bytes = numbers.next("size of a segment", most_segment_bytes);
    if (i > 0 && collective.size_meaning == "element") {
      numbers.refuse(
          fmt::format("several message sizes for {}", collective.name),
          "Open MPI 4.1 compares the size of one element times the ranks with them, and not the "
          "message: give the size 0 only");
    }
    rules.messages.push_back(rule);
  }
  return rules;
}

// Open MPI makes one chain of fan-out 0.
std::string parameter_of(std::string_view algorithm, const MessageRule& rule) {
  if (algorithm == "chain") return fmt::format("chains={}", std::max(rule.fan_out, 1L));
  return "";
}

std::string bound_before(long value) {
  return value == std::numeric_limits<long>::max() ? "inf" : fmt::format("{}", value - 1);
}

void add_rows(const TunedCollective& collective, const std::vector<CommunicatorRules>& all,
              std::string& table) {
  constexpr long none = std::numeric_limits<long>::max();
  const bool has_size =
      collective.size_meaning != "not used" && collective.size_meaning != "element";
  for (std::size_t c = 0; c < all.size(); c++) {
    const long ranks_min = c == 0 ? 0 : all[c].ranks;
    const long ranks_end = c + 1 < all.size() ? all[c + 1].ranks : none;
    const std::vector<MessageRule>& messages = all[c].messages;
    const std::size_t count =
        has_size ? messages.size() : std::min<std::size_t>(messages.size(), 1);
    for (std::size_t m = 0; m < count; m++) {
      const MessageRule& rule = messages[m];
      if (rule.algorithm == 0 || collective.algorithms.empty()) continue;
      const std::string_view name =
          collective.algorithms[static_cast<std::size_t>(rule.algorithm - 1)];
      table += fmt::format("{},{},intra,{},{},{},{},{},{},{}\n", collective.name, name, ranks_min,
                           bound_before(ranks_end), rule.size_bytes,
                           bound_before(m + 1 < count ? messages[m + 1].size_bytes : none),
                           has_size ? collective.size_meaning : "not used", rule.segment_bytes,
                           parameter_of(name, rule));
    }
  }
}

}  // namespace

RulesFormat format_of(std::string_view text) {
  while (true) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) return RulesFormat::columns;
    text.remove_prefix(start);
    if (text.front() != '#') break;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
  if (text.front() == '{' || text.front() == '[') return RulesFormat::mpich_json;
  const bool is_number = text.front() >= '0' && text.front() <= '9';
  return is_number ? RulesFormat::open_mpi : RulesFormat::columns;
}

std::string table_of_open_mpi_rules(std::string_view path, std::string_view text) {
  std::string table =
      "collective,algorithm,comm_kind,ranks_min,ranks_max,size_min_bytes,size_max_bytes,"
      "size_meaning,segment_bytes,parameter\n";
  Numbers numbers(path, text);
  const long most = std::ssize(tuned_collectives);
  const long collectives = numbers.next("number of collectives", most);
  for (long i = 0; i < collectives; i++) {
    const long number = numbers.next("number of a collective", most - 1);
    const TunedCollective& collective = tuned_collectives[static_cast<std::size_t>(number)];
    const long count = numbers.next("number of communicator sizes");
    std::vector<CommunicatorRules> all;
    for (long c = 0; c < count; c++) {
      all.push_back(read_communicator(numbers, collective));
      if (c > 0 && all.back().ranks <= all[static_cast<std::size_t>(c - 1)].ranks) {
        numbers.refuse(fmt::format("sizes of communicators of {} must ascend", collective.name),
                       "");
      }
    }
    add_rows(collective, all, table);
  }
  numbers.require_end();
  return table;
}

void refuse_mpich_json(std::string_view path) {
  throw kernel::InputError(
      "rules of MPICH in JSON (MPIR_CVAR_COLL_SELECTION_TUNING_JSON_FILE) are not read",
      {.text = std::string(path),
       .hint = "write a table in columns, which docs/collectives.md describes; it may name MPICH's "
               "algorithms as MPICH does"});
}

}  // namespace smpi::coll
