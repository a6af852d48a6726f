// SPDX-License-Identifier: BSD-3-Clause
//
// Only structure and trip counts are walked: 10^9 actions take no longer than their loops.
#include "tools/trace/loops.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace smpi::trace {
namespace {

bool is_call(Code code) {
  return code != Code::ti_compute && code != Code::ti_sleep && code != Code::ti_location &&
         (code < first_note || code >= first_call);
}

// Walks the structure with its trip counts; bodies without loops are counted at once.
class Profiler {
 public:
  Profiler(CompressedTrace& trace, std::uint32_t rank, const RankGroup& group, std::size_t place)
      : trace_(trace), group_(group) {
    own_.resize(group.counts.size());
    for (std::size_t i = 0; i < group.counts.size(); i++) {
      const StreamSet::View view = group.counts[i].stream(rank, place, own_[i]);
      counts_.emplace_back(trace.chunks(), view.pieces, view.ops);
    }
  }
  LoopProfile profile() {
    LoopProfile result;
    result.calls = walk(group_.items, 1, 0);
    for (const auto& [body, loop] : loops_) result.loops.push_back(loop);
    return result;
  }

 private:
  std::uint64_t walk(const std::vector<ItemCode>& items, std::uint64_t turns, int depth) {
    std::uint64_t calls = 0;
    const bool has_loops = std::any_of(items.begin(), items.end(), is_loop);
    for (std::uint64_t turn = 0; turn < (has_loops ? turns : 1); turn++) {
      for (const ItemCode item : items) {
        if (is_loop(item)) {
          calls += enter(item / 2, depth);
        } else if (is_call(trace_.shapes()[item / 2].code)) {
          calls++;
        }
      }
    }
    return has_loops ? calls : calls * turns;
  }
  std::uint64_t enter(std::uint32_t body, int depth) {
    Word turns = 0;
    if (!counts_[group_.count_of[body]].next(turns) || turns <= 0) {
      throw Damage("a loop does not say how often it turns");
    }
    const auto [at, is_new] = loops_.try_emplace(body);
    at->second.body = body;
    at->second.entries++;
    at->second.turns += static_cast<std::uint64_t>(turns);
    at->second.depth = is_new ? depth : std::min(at->second.depth, depth);
    const std::uint64_t calls =
        walk(trace_.bodies()[body], static_cast<std::uint64_t>(turns), depth + 1);
    loops_[body].calls += calls;
    return calls;
  }

  CompressedTrace& trace_;
  const RankGroup& group_;
  std::vector<std::string> own_;
  std::vector<ValueSource> counts_;
  std::map<std::uint32_t, Loop> loops_;
};

struct Line {
  std::string file;
  int line = 0;
};
// From "solver.c:17", with anything before the last blank.
std::optional<Line> line_of(const std::string& site) {
  const std::size_t colon = site.rfind(':');
  if (colon == std::string::npos) return std::nullopt;
  Line result;
  const char* from = site.data() + colon + 1;
  if (std::from_chars(from, site.data() + site.size(), result.line).ec != std::errc()) {
    return std::nullopt;
  }
  const std::size_t blank = site.rfind(' ', colon);
  result.file = site.substr(blank == std::string::npos ? 0 : blank + 1,
                            colon - (blank == std::string::npos ? 0 : blank + 1));
  return result;
}

}  // namespace

LoopProfile profile_of_loops(CompressedTrace& trace, std::uint32_t rank) {
  const std::optional<CompressedTrace::Place> place = trace.place_of(rank);
  if (!place) return {};
  try {
    return Profiler(trace, rank, trace.groups()[place->group], place->place).profile();
  } catch (const Damage& damage) {
    refuse_damage(trace.path(), 0, damage.what());
  }
}

std::optional<Loop> time_loop(const LoopProfile& profile) {
  constexpr std::uint64_t turns_least = 3;
  std::optional<Loop> best;
  for (const Loop& loop : profile.loops) {
    if (loop.turns < turns_least * loop.entries || 2 * loop.calls < profile.calls) continue;
    if (!best || loop.depth < best->depth ||
        (loop.depth == best->depth && loop.calls > best->calls)) {
      best = loop;
    }
  }
  return best;
}

std::string source_of_loop(const CompressedTrace& trace, std::uint32_t body) {
  const StructureUse use = use_of_structure(trace.bodies()[body], trace.bodies());
  std::map<std::string, std::set<int>> lines;
  for (const std::uint32_t shape : use.shapes) {
    const auto site = trace.sites().find(trace.shapes()[shape].site);
    if (site == trace.sites().end()) continue;
    if (const auto line = line_of(site->second)) lines[line->file].insert(line->line);
  }
  if (lines.empty()) return {};
  // The file with most of the calls.
  const auto most = std::max_element(lines.begin(), lines.end(), [](const auto& a, const auto& b) {
    return a.second.size() < b.second.size();
  });
  const int first = *most->second.begin();
  const int last = *most->second.rbegin();
  if (first == last) return fmt::format("{}:{}", most->first, first);
  return fmt::format("{}:{}-{}", most->first, first, last);
}

}  // namespace smpi::trace
