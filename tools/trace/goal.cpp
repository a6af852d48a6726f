// SPDX-License-Identifier: BSD-3-Clause
//
// The two forms. Binary files are little-endian and packed:
//
//   u64 4223; from here offsets count: u32 ranks, u8 cpu, u8 nic (the largest in use),
//   per rank u64 begin, u64 end;
//   per rank u32 nodes, u32 roots, roots x u32, nodes x 39 bytes, then u32 indices that nodes name
//
// A node is u32 requirements, u8 kind, u32 peer, u64 size, u32 tag, u8 cpu, u8 nic, then u32 count
// and u32 first index of the nodes that require its end, and the same of those that require its
// start.
#include "tools/trace/goal.h"

#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <memory>
#include <vector>

#include "kernel/error.h"
#include "tools/trace/goal_graph.h"

namespace smpi::trace {
namespace {

class Output {
 public:
  explicit Output(const std::string& path)
      : path_(path), file_(std::fopen(path.c_str(), "we"), &std::fclose) {
    if (!file_) refuse();
  }
  void write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) refuse();
  }
  void rewrite_at(long place, std::string_view text) {
    if (std::fseek(file_.get(), place, SEEK_SET) != 0) refuse();
    write(text);
  }
  void close() {
    if (std::fflush(file_.get()) != 0) refuse();
  }
  void discard() {
    file_.reset();
    std::remove(path_.c_str());
  }

 private:
  [[noreturn]] void refuse() {
    if (file_) discard();
    throw kernel::InputError("cannot write GOAL", {.file = path_});
  }
  std::string path_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

// A collective sends to every rank: one that does nothing would leave the others waiting for ever.
void refuse_absent_ranks(Trace& trace) {
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    Action first;
    if (trace.cursor(rank)->next(first)) continue;
    throw kernel::InputError(
        "a rank has no action, and others call a collective",
        {.text = fmt::format("rank {} of {}", rank, trace.rank_count()),
         .hint =
             "all ranks take part in a collective of the world; is the number of a rank wrong?"});
  }
}

class RankReader {
 public:
  RankReader(Trace& trace, double speed_flops) : trace_(trace), speed_flops_(speed_flops) {}

  GoalRank read(std::uint32_t rank) {
    GoalRank goal(rank, {trace_.rank_count(), speed_flops_});
    const std::unique_ptr<Cursor> cursor = trace_.cursor(rank);
    for (Action action; cursor->next(action);) {
      if (goal.add(action)) continue;
      throw kernel::InputError(
          "GOAL has messages and computations only",
          {.text = fmt::format("{} at {}", form_of(action.code).keyword,
                               trace_.place(rank, cursor->position())),
           .hint = "record with --cfg=tracing/ti-level:1, which writes messages "
                   "and collectives of the world where it can"});
    }
    if (goal.has_collectives() && !are_all_there_) {
      refuse_absent_ranks(trace_);
      are_all_there_ = true;
    }
    return goal;
  }

 private:
  Trace& trace_;
  double speed_flops_;
  bool are_all_there_ = false;  // every rank has actions
};

std::string text_of(const GoalNode& node) {
  switch (node.kind) {
    case GoalNode::Kind::send:
      return fmt::format("send {}b to {} tag {}", node.size(), node.peer, node.tag);
    case GoalNode::Kind::receive: {
      const std::string peer = node.peer == 0xffffffff ? "-1" : fmt::format("{}", node.peer);
      return fmt::format("recv {}b from {} tag {}", node.size(), peer, node.tag);
    }
    default:
      return fmt::format("calc {}", node.size());
  }
}

void write_text_rank(Output& output, std::uint32_t rank, const std::vector<GoalNode>& nodes) {
  std::string text = fmt::format("\nrank {} {{\n", rank);
  for (std::size_t place = 0; place < nodes.size(); place++) {
    text += fmt::format("l{}: {}\n", place + 1, text_of(nodes[place]));
    for (const std::uint32_t before : nodes[place].required) {
      text += fmt::format("l{} requires l{}\n", place + 1, before + 1);
    }
    constexpr std::size_t piece_bytes = 1 << 20;
    if (text.size() < piece_bytes) continue;
    output.write(text);
    text.clear();
  }
  output.write(text + "}\n");
}

static_assert(std::endian::native == std::endian::little, "binary GOAL is written as it lies");

template <class Number>
void put(std::string& bytes, Number number) {
  bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
}

std::string binary_rank(const std::vector<GoalNode>& nodes) {
  std::vector<std::vector<std::uint32_t>> followers(nodes.size());
  std::vector<std::uint32_t> roots;
  for (std::uint32_t place = 0; place < nodes.size(); place++) {
    if (nodes[place].required.empty()) roots.push_back(place);
    for (const std::uint32_t before : nodes[place].required) followers[before].push_back(place);
  }
  std::string bytes;
  put(bytes, static_cast<std::uint32_t>(nodes.size()));
  put(bytes, static_cast<std::uint32_t>(roots.size()));
  for (const std::uint32_t root : roots) put(bytes, root);
  std::string indices;
  for (std::uint32_t place = 0; place < nodes.size(); place++) {
    const GoalNode& node = nodes[place];
    put(bytes, static_cast<std::uint32_t>(node.required.size()));
    put(bytes, static_cast<std::uint8_t>(node.kind));
    put(bytes, node.peer);
    put(bytes, node.size());
    put(bytes, node.tag);
    put(bytes, std::uint16_t{0});  // cpu, nic
    put(bytes, static_cast<std::uint32_t>(followers[place].size()));
    put(bytes, static_cast<std::uint32_t>(indices.size() / sizeof(std::uint32_t)));
    put(bytes, std::uint64_t{0});  // nothing requires a start
    for (const std::uint32_t follower : followers[place]) put(indices, follower);
  }
  return bytes + indices;
}

void write_text(Trace& trace, Output& output, double speed_flops) {
  RankReader reader(trace, speed_flops);
  output.write(fmt::format("num_ranks {}\n", trace.rank_count()));
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    write_text_rank(output, rank, reader.read(rank).nodes());
  }
}

// Offsets are known when the ranks are written.
void write_binary(Trace& trace, Output& output, double speed_flops) {
  constexpr std::uint64_t magic = 4223;
  RankReader reader(trace, speed_flops);
  std::string head;
  put(head, trace.rank_count());
  put(head, std::uint16_t{0});
  const std::size_t table_bytes = trace.rank_count() * 2 * sizeof(std::uint64_t);
  std::uint64_t offset = head.size() + table_bytes;
  std::string magic_bytes;
  put(magic_bytes, magic);
  output.write(magic_bytes + head + std::string(table_bytes, '\0'));
  std::string table;
  for (std::uint32_t rank = 0; rank < trace.rank_count(); rank++) {
    const std::string bytes = binary_rank(reader.read(rank).nodes());
    output.write(bytes);
    put(table, offset);
    offset += bytes.size();
    put(table, offset);
  }
  output.rewrite_at(static_cast<long>(sizeof magic + head.size()), table);
}

}  // namespace

void write_goal(Trace& trace, const std::string& path, GoalForm form, double speed_flops) {
  Output output(path);
  try {
    form == GoalForm::text ? write_text(trace, output, speed_flops)
                           : write_binary(trace, output, speed_flops);
    output.close();
  } catch (...) {
    output.discard();
    throw;
  }
}

}  // namespace smpi::trace
