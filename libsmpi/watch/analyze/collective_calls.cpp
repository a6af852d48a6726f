// SPDX-License-Identifier: BSD-3-Clause
//
// One function for each kind of arguments, and the text of what does not match.
#include "libsmpi/watch/analyze/collective_calls.h"

#include <fmt/format.h>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::analysis {
namespace {

using coll::Block;
using coll::Blocks;
using coll::Collective;

Content content_of(const Block& block) {
  return block.type == nullptr ? Content() : Content(*block.type, block.count);
}

Contents contents_of(const Blocks& blocks, int count) {
  if (blocks.is_regular()) return {content_of(blocks[0])};
  Contents contents;
  for (int i = 0; i < count; i++) {
    Datatype* type = blocks.types() == nullptr ? blocks.type() : blocks.types()[i];
    contents.push_back(blocks.count(i) == 0 ? Content() : Content(*type, blocks.count(i)));
  }
  return contents;
}

CollectiveCall running_call() {
  CollectiveCall call;
  call.record = running_strand->call;
  return call;
}

// Ranks of both groups of an intercommunicator are members.
int member_count(const Communicator& communicator) {
  return communicator.size() + (communicator.is_inter() ? communicator.remote_size() : 0);
}

int member_of(const Communicator& communicator) {
  const bool is_second = communicator.is_inter() && communicator.side() == 1;
  return communicator.rank() + (is_second ? communicator.remote_size() : 0);
}

int world_rank_of(const Communicator& communicator, int member) {
  if (!communicator.is_inter()) return communicator.peer(member).world_rank;
  const CommunicatorShared& shared = communicator.shared();
  const int firsts = shared.groups[0]->size();
  const ProcessId process =
      member < firsts ? (*shared.groups[0])[member] : (*shared.groups[1])[member - firsts];
  const bool is_own = communicator.group().contains(process);
  if (!is_own) return communicator.peer(member < firsts ? member : member - firsts).world_rank;
  return communicator.simulation().ranks[static_cast<std::size_t>(process)]->world_rank;
}

bool has_only_order(Collective collective, const coll::Operation& args) {
  return !coll::has_choice(collective) || args.communicator().is_inter();
}

}  // namespace

void CollectiveCalls::enter(Communicator& communicator) {
  enter(communicator, running_call());
}

void CollectiveCalls::enter_last(Communicator& communicator) {
  enter(communicator);
  const auto sequence = sequences_.find(communicator.shared().context);
  if (sequence->second.is_complete()) sequences_.erase(sequence);
}

void CollectiveCalls::enter(Communicator& communicator, CollectiveCall call) {
  const auto [sequence, added] =
      sequences_.try_emplace(communicator.shared().context, member_count(communicator));
  const CallRecord record = call.record;
  const auto mismatch = sequence->second.enter(member_of(communicator), std::move(call));
  if (mismatch) add(communicator, record, *mismatch);
}

void CollectiveCalls::add(const Communicator& communicator, const CallRecord& call,
                          const CollectiveMismatch& mismatch) {
  using Kind = CollectiveMismatch::Kind;
  const auto text_of = [&](const CallRecord& record) {
    return fmt::format("{}{}", record.function, lines_.of(record.return_address));
  };
  const std::string mine = text_of(call);
  const std::string theirs = text_of(mismatch.other_call);
  const std::string who = fmt::format("rank {}", world_rank_of(communicator, mismatch.other));
  const std::string name = communicator.name.empty() ? "a communicator" : communicator.name;
  const Rank* rank = &communicator.owner();
  switch (mismatch.kind) {
    case Kind::order:
      out_of_order_.add(fmt::format("{} on {}, where {} calls {}", mine, name, who, theirs), rank);
      return;
    case Kind::root:
      out_of_order_.add(fmt::format("{} on {} with {}, where {} has {} in {}", mine, name,
                                    mismatch.mine, who, mismatch.theirs, theirs),
                        rank);
      return;
    case Kind::operation:
      out_of_order_.add(
          fmt::format("{} on {} with another operation than {} in {}", mine, name, who, theirs),
          rank);
      return;
    case Kind::common:
      unequal_data_.add(fmt::format("{} on {} with {}, where {} has {} in {}", mine, name,
                                    mismatch.mine, who, mismatch.theirs, theirs),
                        rank);
      return;
    case Kind::sent:
      unequal_data_.add(fmt::format("{} on {} sends {} to {}, which expects {} in {}", mine, name,
                                    mismatch.mine, who, mismatch.theirs, theirs),
                        rank);
      return;
    case Kind::received:
      unequal_data_.add(fmt::format("{} on {} expects {} from {}, which sends {} in {}", mine, name,
                                    mismatch.mine, who, mismatch.theirs, theirs),
                        rank);
      return;
  }
}

CollectiveCall call_of(Collective, const coll::BarrierArgs&) {
  return running_call();
}

CollectiveCall call_of(Collective collective, const coll::BcastArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.root = args.root;
  call.common = {content_of(args.data)};
  return call;
}

CollectiveCall call_of(Collective collective, const coll::GatherArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.root = args.root;
  call.partners = Partners::root;
  call.sends = {content_of(args.mine)};
  if (args.is_root()) call.receives = contents_of(args.all, args.size());
  return call;
}

CollectiveCall call_of(Collective collective, const coll::ScatterArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.root = args.root;
  call.partners = Partners::root;
  if (args.is_root()) call.sends = contents_of(args.all, args.size());
  call.receives = {content_of(args.mine)};
  return call;
}

CollectiveCall call_of(Collective collective, const coll::AllgatherArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.partners = Partners::all_alike;
  call.sends = {content_of(args.mine)};
  call.receives = contents_of(args.all, args.size());
  return call;
}

CollectiveCall call_of(Collective collective, const coll::AlltoallArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.partners = collective == Collective::alltoall ? Partners::all_alike : Partners::each;
  call.receives = contents_of(args.in, args.size());
  call.sends = args.in_place ? call.receives : contents_of(args.out, args.size());
  return call;
}

CollectiveCall call_of(Collective collective, const coll::ReduceArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.predefined_op = args.op->is_predefined() ? args.op : nullptr;
  if (collective == Collective::reduce) call.root = args.root;
  call.common = {Content(*args.type, args.count)};
  return call;
}

CollectiveCall call_of(Collective collective, const coll::ReduceScatterArgs& args) {
  CollectiveCall call = running_call();
  if (has_only_order(collective, args)) return call;
  call.predefined_op = args.op->is_predefined() ? args.op : nullptr;
  if (args.counts.is_null()) {
    call.common = {Content(*args.type, args.count)};
    return call;
  }
  for (int i = 0; i < args.size(); i++) call.common.push_back({*args.type, args.counts[i]});
  return call;
}

}  // namespace smpi::analysis
