// SPDX-License-Identifier: BSD-3-Clause
//
// The two forms. Of a binary file every offset and number is checked before it is followed: others
// publish files of gigabytes, which may have been cut.
#include "tools/packets/goal_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "kernel/error.h"
#include "libsmpi/watch/trace/mapped_file.h"

namespace smpi::packets {
namespace {

using Node = GoalSchedule::Node;
using Kind = GoalSchedule::Kind;
using kernel::InputError;

constexpr std::uint64_t binary_magic = 4223;
constexpr std::uint32_t ranks_max = 1U << 24;

// An edge of a schedule under construction.
struct Edge {
  std::uint32_t from;
  std::uint32_t to;
  bool is_of_begin;
};

// Puts the edges of a rank behind its nodes.
void lay_followers(GoalSchedule& schedule, std::vector<Edge>& edges) {
  std::stable_sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::pair(a.from, a.is_of_begin) < std::pair(b.from, b.is_of_begin);
  });
  for (const Edge& edge : edges) {
    Node& node = schedule.nodes[edge.from];
    if (node.end_followers + node.begin_followers == 0) {
      node.first_follower = static_cast<std::uint32_t>(schedule.followers.size());
    }
    (edge.is_of_begin ? node.begin_followers : node.end_followers)++;
    schedule.followers.push_back(edge.to);
    schedule.nodes[edge.to].requirements++;
  }
}

// Kahn's count: whoever is left waits for itself.
bool has_circle(const GoalSchedule& schedule) {
  std::vector<std::uint32_t> left;
  std::vector<std::uint32_t> ready;
  for (std::uint32_t node = 0; node < schedule.nodes.size(); node++) {
    left.push_back(schedule.nodes[node].requirements);
    if (left.back() == 0) ready.push_back(node);
  }
  std::size_t done = 0;
  while (!ready.empty()) {
    const Node& node = schedule.nodes[ready.back()];
    ready.pop_back();
    done++;
    for (std::uint32_t i = 0; i < node.end_followers + node.begin_followers; i++) {
      const std::uint32_t follower = schedule.followers[node.first_follower + i];
      if (--left[follower] == 0) ready.push_back(follower);
    }
  }
  return done < schedule.nodes.size();
}

class TextReader {
 public:
  TextReader(const std::string& path, std::string_view text) : path_(path), rest_(text) {}

  std::vector<GoalSchedule> read() {
    while (next_line()) {
      if (words_.empty()) continue;
      if (words_[0] == "num_ranks") {
        read_rank_count();
      } else if (words_[0] == "rank") {
        begin_rank();
      } else if (words_[0] == "}") {
        end_rank();
      } else {
        read_statement();
      }
    }
    if (schedules_.empty()) refuse("no num_ranks in this file", "");
    if (rank_ != nullptr) refuse("the last rank has no '}'", "");
    return std::move(schedules_);
  }

 private:
  [[noreturn]] void refuse(const std::string& message, std::string_view text,
                           std::string hint = {}) const {
    throw InputError(message, {path_, line_, std::string(text), std::move(hint)});
  }

  // Words of the next line, without comments.
  bool next_line() {
    if (rest_.empty()) return false;
    line_++;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    line = line.substr(0, std::min(line.find("//"), line.find('#')));
    words_.clear();
    while (true) {
      const std::size_t begin = line.find_first_not_of(" \t\r");
      if (begin == std::string_view::npos) return true;
      line.remove_prefix(begin);
      const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
      words_.push_back(line.substr(0, length));
      line.remove_prefix(length);
    }
  }

  std::uint64_t number(std::string_view text, std::uint64_t high) const {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error == std::errc() && end == text.data() + text.size() && value <= high) return value;
    refuse("not a number that can be here", text, fmt::format("0 to {}", high));
  }

  void read_rank_count() {
    if (!schedules_.empty()) refuse("num_ranks comes twice", words_[0]);
    if (words_.size() != 2) refuse("num_ranks takes one number", words_[0], "num_ranks 64");
    const std::uint64_t count = number(words_[1], ranks_max);
    if (count == 0) refuse("a schedule needs ranks", words_[1]);
    schedules_.resize(count);
  }

  void begin_rank() {
    if (schedules_.empty()) refuse("num_ranks comes first", words_[0]);
    if (rank_ != nullptr) refuse("the rank before has no '}'", words_[0]);
    if (words_.size() != 3 || words_[2] != "{") refuse("a rank begins 'rank NUMBER {'", words_[0]);
    const std::uint64_t rank = number(words_[1], ranks_max);
    if (rank >= schedules_.size()) {
      refuse("there is no such rank", words_[1], fmt::format("num_ranks is {}", schedules_.size()));
    }
    rank_ = &schedules_[rank];
    if (!rank_->nodes.empty()) refuse("this rank comes twice", words_[1]);
  }

  void end_rank() {
    if (rank_ == nullptr) refuse("no rank ends here", words_[0]);
    std::vector<Edge> edges;
    for (const Order& order : orders_) {
      edges.push_back(
          {label(order.before, order.line), label(order.after, order.line), order.is_of_begin});
    }
    lay_followers(*rank_, edges);
    if (has_circle(*rank_)) {
      refuse("statements of this rank require each other in a circle", words_[0]);
    }
    rank_ = nullptr;
    orders_.clear();
    labels_.clear();
  }

  void read_statement() {
    if (rank_ == nullptr) refuse("this is in no rank", words_[0]);
    if (words_.size() == 3 && (words_[1] == "requires" || words_[1] == "irequires")) {
      // Labels may come later.
      return orders_.push_back(
          {std::string(words_[0]), std::string(words_[2]), words_[1] == "irequires", line_});
    }
    if (words_[0].ends_with(':')) {
      const std::string_view name = words_[0].substr(0, words_[0].size() - 1);
      const auto next = static_cast<std::uint32_t>(rank_->nodes.size());
      if (!labels_.emplace(name, next).second) refuse("this label comes twice", name);
      words_.erase(words_.begin());
    }
    if (words_.empty()) refuse("a label has a statement behind it", "");
    rank_->nodes.push_back(read_node());
  }

  std::uint32_t label(const std::string& name, int line) const {
    const auto found = labels_.find(name);
    if (found != labels_.end()) return found->second;
    throw InputError("no statement of this rank has this label", {path_, line, name, ""});
  }

  Node read_node() const {
    Node node;
    const std::string_view verb = words_[0];
    std::size_t at = 2;
    if (verb == "calc") {
      if (words_.size() < 2) refuse("calc takes a time in nanoseconds", verb);
      node.size = number(words_[1], UINT64_MAX / 2000);
    } else if (verb == "send" || verb == "recv") {
      node.kind = verb == "send" ? Kind::send : Kind::receive;
      const std::string_view way = verb == "send" ? "to" : "from";
      if (words_.size() < 4 || words_[2] != way || !words_[1].ends_with('b')) {
        refuse("a message is 'send SIZEb to RANK' or 'recv SIZEb from RANK'", verb,
               "send 1024b to 3 tag 7");
      }
      node.size = number(words_[1].substr(0, words_[1].size() - 1), std::uint64_t{1} << 50);
      node.peer = peer(words_[3]);
      at = 4;
    } else {
      refuse("unknown statement", verb, "calc, send, recv, LABEL requires LABEL");
    }
    for (; at + 1 < words_.size(); at += 2) read_attribute(node, words_[at], words_[at + 1]);
    if (at != words_.size()) refuse("this has no value", words_[at]);
    return node;
  }

  std::uint32_t peer(std::string_view text) const {
    if (text == "-1") return any_rank;
    const std::uint64_t rank = number(text, ranks_max);
    if (rank < schedules_.size()) return static_cast<std::uint32_t>(rank);
    refuse("there is no such rank", text, fmt::format("num_ranks is {}", schedules_.size()));
  }

  void read_attribute(Node& node, std::string_view name, std::string_view value) const {
    if (name == "tag") {
      node.tag = value == "-1" ? any_tag : static_cast<std::uint32_t>(number(value, any_tag));
    } else if (name == "cpu") {
      node.cpu = static_cast<std::uint16_t>(number(value, 65535));
    } else if (name == "nic") {
      number(value, 65535);  // each rank has one card here
    } else {
      refuse("unknown attribute", name, "tag, cpu or nic");
    }
  }

  struct Order {
    std::string after;
    std::string before;
    bool is_of_begin;
    int line;
  };

  std::string path_;
  std::string_view rest_;
  int line_ = 0;
  std::vector<std::string_view> words_;
  std::vector<GoalSchedule> schedules_;
  GoalSchedule* rank_ = nullptr;
  std::vector<Order> orders_;
  std::unordered_map<std::string, std::uint32_t> labels_;
};

// Little-endian and packed; see tools/trace/goal.cpp.
class BinaryReader {
 public:
  BinaryReader(const std::string& path, std::string_view bytes)
      : path_(path), bytes_(bytes.substr(sizeof binary_magic)) {}

  std::vector<GoalSchedule> read() {
    const auto rank_count = take<std::uint32_t>("the number of ranks");
    if (rank_count == 0 || rank_count > ranks_max) {
      refuse(fmt::format("{} ranks cannot be", rank_count), at_ - sizeof rank_count);
    }
    at_ += 2;  // processors and cards in use
    std::vector<GoalSchedule> schedules(rank_count);
    for (GoalSchedule& schedule : schedules) {
      const auto begin = take<std::uint64_t>("where a rank begins");
      const auto end = take<std::uint64_t>("where a rank ends");
      if (begin > end || end > bytes_.size()) {
        refuse(fmt::format("a rank at {} to {} is not in this file", begin, end), at_ - 16);
      }
      const std::size_t back = std::exchange(at_, begin);
      read_rank(schedule, end, rank_count);
      at_ = back;
    }
    return schedules;
  }

 private:
  [[noreturn]] void refuse(const std::string& message, std::size_t offset) const {
    throw InputError(message, {.file = path_,
                               .text = fmt::format("at byte {}", offset + sizeof binary_magic),
                               .hint = "the file was cut, or is not binary GOAL"});
  }
  template <class Number>
  Number take(const char* what) {
    if (at_ + sizeof(Number) > bytes_.size()) refuse(fmt::format("the file ends in {}", what), at_);
    Number number;
    std::memcpy(&number, bytes_.data() + at_, sizeof number);
    at_ += sizeof number;
    return number;
  }

  void read_rank(GoalSchedule& schedule, std::size_t end, std::uint32_t rank_count) {
    constexpr std::size_t node_bytes = 39;
    const auto node_count = take<std::uint32_t>("the number of nodes");
    const auto root_count = take<std::uint32_t>("the number of roots");
    at_ += std::size_t{root_count} * sizeof(std::uint32_t);
    const std::size_t indices = at_ + std::size_t{node_count} * node_bytes;
    if (indices > end) refuse(fmt::format("{} nodes are not in this rank", node_count), at_);
    const std::size_t index_count = (end - indices) / sizeof(std::uint32_t);
    schedule.nodes.resize(node_count);
    std::vector<Edge> edges;
    for (std::uint32_t number = 0; number < node_count; number++) {
      Node& node = schedule.nodes[number];
      const std::size_t begin = at_;
      take<std::uint32_t>("a node");  // its requirements are counted again
      node.kind = static_cast<Kind>(take<std::uint8_t>("a node"));
      node.peer = take<std::uint32_t>("a node");
      node.size = take<std::uint64_t>("a node");
      node.tag = take<std::uint32_t>("a node");
      node.cpu = take<std::uint8_t>("a node");
      take<std::uint8_t>("a node");  // each rank has one card here
      if (node.kind < Kind::send || node.kind > Kind::compute) refuse("an unknown node", begin);
      const bool is_message = node.kind != Kind::compute;
      if (is_message && node.peer >= rank_count && node.peer != any_rank) {
        refuse(fmt::format("rank {} of {}", node.peer, rank_count), begin);
      }
      for (const bool is_of_begin : {false, true}) {
        const auto count = take<std::uint32_t>("a node");
        const auto first = take<std::uint32_t>("a node");
        if (count > 0 && (first > index_count || count > index_count - first)) {
          refuse("followers of a node are not in this rank", begin);
        }
        for (std::uint32_t i = 0; i < count; i++) {
          std::uint32_t follower = 0;
          std::memcpy(&follower,
                      bytes_.data() + indices + (std::size_t{first} + i) * sizeof follower,
                      sizeof follower);
          if (follower >= node_count) refuse("a follower is not in this rank", begin);
          edges.push_back({number, follower, is_of_begin});
        }
      }
    }
    lay_followers(schedule, edges);
    if (has_circle(schedule)) refuse("nodes of this rank require each other in a circle", indices);
  }

  std::string path_;
  std::string_view bytes_;  // from where offsets count
  std::size_t at_ = 0;
};

bool is_binary(std::string_view bytes) {
  std::uint64_t magic = 0;
  if (bytes.size() < sizeof magic) return false;
  std::memcpy(&magic, bytes.data(), sizeof magic);
  return magic == binary_magic;
}

}  // namespace

bool is_goal_file(const std::string& path) {
  const trace::MappedFile file(path);
  const std::string_view head = file.content().substr(0, 4096);
  return is_binary(head) || head.find("num_ranks") != std::string_view::npos;
}

std::vector<GoalSchedule> read_goal(const std::string& path) {
  const trace::MappedFile file(path);
  if (is_binary(file.content())) return BinaryReader(path, file.content()).read();
  return TextReader(path, file.content()).read();
}

}  // namespace smpi::packets
