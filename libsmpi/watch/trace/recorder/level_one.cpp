// SPDX-License-Identifier: BSD-3-Clause
//
// Messages and waits have a function each; collectives follow a table, which says from which field
// of a call each field of SimGrid's action comes.
#include "libsmpi/watch/trace/recorder/level_one.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace smpi::trace {
namespace {

constexpr Word world = 0;
constexpr Word largest_count = std::numeric_limits<std::int32_t>::max();
constexpr Word byte_type = 6;
const Word zero_flops = to_word(0);

bool is_predefined(Word type) {
  return type >= 0 && type < first_derived_type;
}
bool is_plain(Word count, Word type) {
  return is_predefined(type) && count >= 0 && count <= largest_count;
}

// Partner, then tag and direction. Messages of a rank to itself have one key on both sides.
std::uint64_t key_of(Word peer, Word tag, bool is_received) {
  return static_cast<std::uint64_t>(peer) << 32 | static_cast<std::uint64_t>(tag) << 1 |
         (is_received ? 1 : 0);
}
Word peer_of(std::uint64_t key) {
  return static_cast<Word>(key >> 32);
}
Word tag_of(std::uint64_t key) {
  return static_cast<Word>(key >> 1 & 0x7fffffff);
}
bool is_received(std::uint64_t key) {
  return (key & 1) != 0;
}

// Sequential reading of an action's words.
class Words {
 public:
  explicit Words(std::span<const Word> words) : rest_(words) {}
  Word next() {
    const Word word = rest_.front();
    rest_ = rest_.subspan(1);
    return word;
  }
  std::span<const Word> list() {
    const auto count = static_cast<std::size_t>(next());
    const auto values = rest_.first(count);
    rest_ = rest_.subspan(count);
    return values;
  }

 private:
  std::span<const Word> rest_;
};

constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

// The collectives that both levels have.
constexpr std::pair<Code, Code> collectives[] = {
    {Code::call_Barrier, Code::ti_barrier},
    {Code::call_Bcast, Code::ti_bcast},
    {Code::call_Reduce, Code::ti_reduce},
    {Code::call_Allreduce, Code::ti_allreduce},
    {Code::call_Scan, Code::ti_scan},
    {Code::call_Exscan, Code::ti_exscan},
    {Code::call_Reduce_scatter, Code::ti_reducescatter},
    {Code::call_Alltoall, Code::ti_alltoall},
    {Code::call_Alltoallv, Code::ti_alltoallv},
    {Code::call_Gather, Code::ti_gather},
    {Code::call_Scatter, Code::ti_scatter},
    {Code::call_Allgather, Code::ti_allgather},
    {Code::call_Gatherv, Code::ti_gatherv},
    {Code::call_Scatterv, Code::ti_scatterv},
    {Code::call_Allgatherv, Code::ti_allgatherv},
};

// Where a field of level 1 comes from.
struct Source {
  std::string_view name;  // at level 1
  LevelOne::Step::What what;
  std::string_view of;  // at level 2
};
using enum LevelOne::Step::What;
constexpr Source sources[] = {
    {"count", count, "count"},
    {"flops", no_flops, "comm"},
    {"root", root, "root"},
    {"type", type, "datatype"},
    {"scount", count, "sendcount"},
    {"rcount", count, "recvcount"},
    {"scounts", counts, "sendcounts"},
    {"rcounts", counts, "recvcounts"},
    {"slength", sum, "sendcounts"},
    {"rlength", sum, "recvcounts"},
    {"stype", type, "sendtype"},
    {"rtype", type, "recvtype"},
};

struct Plan {
  Code code{};
  std::vector<LevelOne::Step> steps;
  std::size_t communicator = nowhere;
  std::size_t operation = nowhere;
  std::size_t in_place = nowhere;
};

std::size_t place_of(const Form& form, std::string_view name) {
  for (std::size_t i = 0; i < form.fields.size(); i++) {
    if (form.fields[i].name == name) return i;
  }
  return nowhere;
}

Plan make_plan(Code from, Code to) {
  const Form& form = form_of(from);
  Plan plan{.code = to,
            .steps = {},
            .communicator = place_of(form, "comm"),
            .operation = place_of(form, "op"),
            .in_place = place_of(form, "in_place")};
  for (const Field& field : form_of(to).fields) {
    const auto* source = std::ranges::find(sources, std::string_view(field.name), &Source::name);
    plan.steps.push_back({source->what, place_of(form, source->of)});
  }
  return plan;
}

constexpr Code messages_and_waits[] = {Code::call_Send,  Code::call_Isend, Code::call_Recv,
                                       Code::call_Irecv, Code::call_Wait,  Code::call_Waitall};

// Does a call have an action of level 1, at least with some arguments?
constexpr auto level_one_codes = [] {
  std::array<bool, code_count> result{};
  for (const Code code : messages_and_waits) result[static_cast<std::size_t>(code)] = true;
  for (const auto& [from, to] : collectives) result[static_cast<std::size_t>(from)] = true;
  return result;
}();
bool has_level_one(Code code) {
  return level_one_codes[static_cast<std::size_t>(code)];
}

// REQUIRES: it is one of `collectives`.
const Plan& plan_of(Code code) {
  static const std::map<Code, Plan> plans = [] {
    std::map<Code, Plan> result;
    for (const auto& [from, to] : collectives) result.emplace(from, make_plan(from, to));
    return result;
  }();
  return plans.at(code);
}

constexpr auto completions = [] {
  std::array<bool, code_count> result{};
  for (const Code code : {Code::call_Wait, Code::call_Waitall, Code::call_Waitany,
                          Code::call_Waitsome, Code::call_Test, Code::call_Testall,
                          Code::call_Testany, Code::call_Testsome, Code::call_Request_free}) {
    result[static_cast<std::size_t>(code)] = true;
  }
  return result;
}();
bool is_completion(Code code) {
  return completions[static_cast<std::size_t>(code)];
}

// The requests that a completing call found complete.
std::span<const Word> completed(const Action& action) {
  switch (action.code) {
    case Code::call_Wait:
    case Code::call_Request_free:
      return action.words.first(1);
    case Code::call_Waitall:
      return Words(action.words).list();
    case Code::call_Test: {
      return Words(action.words.subspan(1)).list();
    }
    default: {
      Words words(action.words);
      words.list();
      return words.list();
    }
  }
}

}  // namespace

void LevelOne::add(std::uint32_t rank, const Action& action) {
  if (has_level_one(action.code) && add_converted(rank, action)) return;
  note_requests(rank, action);
  next_.add(rank, action);
}

bool LevelOne::add_converted(std::uint32_t rank, const Action& action) {
  if (!convert(rank, action)) return false;
  next_.add(rank, {.code = code_, .strand = action.strand, .site = action.site, .words = words_});
  return true;
}

bool LevelOne::convert(std::uint32_t rank, const Action& action) {
  if (action.strand != 0 || !has_level_one(action.code)) return false;
  words_.clear();
  switch (action.code) {
    case Code::call_Send:
    case Code::call_Isend:
    case Code::call_Recv:
    case Code::call_Irecv:
      return convert_message(rank, action);
    case Code::call_Wait:
      return convert_wait(rank, action.words);
    case Code::call_Waitall:
      return convert_waitall(rank, action.words);
    default:
      return convert_collective(action);
  }
}

// count, type, peer, tag, communicator; then the request of those that do not block, and `any` of
// receives.
bool LevelOne::convert_message(std::uint32_t rank, const Action& action) {
  const auto words = action.words;
  const Word count = words[0];
  const Word type = words[1];
  const Word peer = words[2];
  const Word tag = words[3];
  if (words[4] != world || !is_plain(count, type) || peer < 0 || tag < 0) return false;
  if (tag > largest_count || peer > largest_count) return false;
  const bool is_receive = action.code == Code::call_Recv || action.code == Code::call_Irecv;
  const bool has_request = action.code == Code::call_Isend || action.code == Code::call_Irecv;
  words_ = {peer, tag, count, type};
  if (is_receive) words_.push_back(words.back());
  if (has_request) {
    remember(ranks_[rank], words[5], key_of(peer, tag, is_receive && peer != rank));
    code_ = is_receive ? Code::ti_irecv : Code::ti_isend;
  } else {
    code_ = is_receive ? Code::ti_recv : Code::ti_send;
  }
  return true;
}

bool LevelOne::convert_wait(std::uint32_t rank, std::span<const Word> words) {
  OfRank& state = ranks_[rank];
  const auto found = state.requests.find(words[0]);
  if (found == state.requests.end() || found->second.older != 0) return false;
  const Key key = found->second.key;
  forget(state, words[0]);
  code_ = Code::ti_wait;
  const Word peer = peer_of(key);
  if (is_received(key)) {
    words_ = {peer, rank, tag_of(key)};
  } else {
    words_ = {rank, peer, tag_of(key)};
  }
  return true;
}

bool LevelOne::convert_waitall(std::uint32_t rank, std::span<const Word> words) {
  OfRank& state = ranks_[rank];
  const auto requests = Words(words).list();
  std::size_t count = 0;
  for (const Word request : requests) {
    if (request == 0) continue;
    if (!state.requests.contains(request)) return false;
    count++;
  }
  if (count == 0 || count != state.requests.size()) return false;
  state.requests.clear();
  state.newest.clear();
  code_ = Code::ti_waitall;
  words_ = {static_cast<Word>(count)};
  return true;
}

bool LevelOne::convert_collective(const Action& action) {
  const Plan& plan = plan_of(action.code);
  const std::vector<std::span<const Word>>& fields = split(action);
  if (fields[plan.communicator].front() != world) return false;
  if (plan.in_place != nowhere && fields[plan.in_place].front() != 0) return false;
  if (plan.operation != nowhere && fields[plan.operation].front() >= first_user_operation)
    return false;
  code_ = plan.code;
  return std::ranges::all_of(plan.steps,
                             [&](const Step& step) { return append(step, fields[step.field]); });
}

// The fields of an action, until the next call.
const std::vector<std::span<const Word>>& LevelOne::split(const Action& action) {
  fields_.clear();
  auto rest = action.words;
  for (const Field& field : form_of(action.code).fields) {
    std::size_t count = 1;
    if (is_list(field.kind)) {
      count = static_cast<std::size_t>(rest.front());
      rest = rest.subspan(1);
    }
    fields_.push_back(rest.first(count));
    rest = rest.subspan(count);
  }
  return fields_;
}

bool LevelOne::append(const Step& step, std::span<const Word> values) {
  const auto is_count = [](Word n) { return n >= 0 && n <= largest_count; };
  switch (step.what) {
    case Step::What::no_flops:
      words_.push_back(zero_flops);
      return true;
    case Step::What::root:
      words_.push_back(values.front());
      return true;
    case Step::What::type:  // a side that says nothing on this rank has none
      words_.push_back(values.front() < 0 ? byte_type : values.front());
      return values.front() < first_derived_type;
    case Step::What::count:
      words_.push_back(values.front());
      return is_count(values.front());
    case Step::What::sum:
      words_.push_back(std::accumulate(values.begin(), values.end(), Word{0}));
      return true;
    case Step::What::counts:
      words_.push_back(static_cast<Word>(ranks_.size()));
      words_.insert(words_.end(), values.begin(), values.end());
      // At ranks that are not the root SimGrid has zeros.
      if (values.empty()) words_.insert(words_.end(), ranks_.size(), 0);
      return std::ranges::all_of(values, is_count);
  }
  return false;
}

void LevelOne::remember(OfRank& state, Word request, Key key) {
  const auto [newest, is_first] = state.newest.try_emplace(key, request);
  Word older = 0;
  if (!is_first) {
    older = std::exchange(newest.value(), request);
    state.requests[older].newer = request;
  }
  state.requests[request] = {.key = key, .older = older, .newer = 0};
}

void LevelOne::forget(OfRank& state, Word request) {
  const auto found = state.requests.find(request);
  if (found == state.requests.end()) return;
  const Open gone = found->second;
  state.requests.erase(found);
  if (gone.older != 0) state.requests[gone.older].newer = gone.newer;
  if (gone.newer != 0) {
    state.requests[gone.newer].older = gone.older;
  } else if (gone.older != 0) {
    state.newest[gone.key] = gone.older;
  } else {
    state.newest.erase(gone.key);
  }
}

// Of calls that stay: what they complete is no longer under way.
void LevelOne::note_requests(std::uint32_t rank, const Action& action) {
  if (!is_completion(action.code)) return;
  for (const Word request : completed(action)) forget(ranks_[rank], request);
}

}  // namespace smpi::trace
