// SPDX-License-Identifier: BSD-3-Clause
//
// One function for each kind of arguments. Nothing is said twice about the same memory.
#include "libsmpi/mpi/coll/data/buffer_uses.h"

namespace smpi::analysis {
namespace {

using coll::Block;
using coll::Blocks;
using coll::Collective;

class Uses {
 public:
  void add(const Block& block, Access access) {
    if (block.type == nullptr || block.count == 0) return;
    uses_.push_back({.place = Footprint(block.address, block.count, *block.type),
                     .access = access,
                     .watch = Watch::content});
  }
  // Blocks that are read may share memory, so that one use for each is enough in any case.
  void add(const Blocks& blocks, int count, Access access) {
    if (blocks.is_regular()) {
      if (blocks.type() != nullptr) add(blocks.run(0, count), access);
      return;
    }
    for (int i = 0; i < count; i++) {
      if (blocks.count(i) > 0) add(blocks[i], access);
    }
  }
  std::vector<BufferUse> take() { return std::move(uses_); }

 private:
  std::vector<BufferUse> uses_;
};

bool is_same(const Block& a, const Block& b) {
  return a.address == b.address && a.count == b.count && a.type == b.type;
}

bool is_left_out(Collective collective, const coll::Operation& args) {
  return !coll::has_choice(collective) || args.communicator().is_inter();
}

}  // namespace

std::vector<BufferUse> buffers_of(Collective, const coll::BarrierArgs&) {
  return {};
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::BcastArgs& args) {
  if (is_left_out(collective, args)) return {};
  Uses uses;
  uses.add(args.data, args.rank() == args.root ? Access::read : Access::write);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::GatherArgs& args) {
  if (is_left_out(collective, args)) return {};
  Uses uses;
  if (!args.is_root()) {
    uses.add(args.mine, Access::read);
    return uses.take();
  }
  if (!is_same(args.mine, args.all[args.rank()])) uses.add(args.mine, Access::read);
  uses.add(args.all, args.size(), Access::write);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::ScatterArgs& args) {
  if (is_left_out(collective, args)) return {};
  Uses uses;
  if (!args.is_root()) {
    uses.add(args.mine, Access::write);
    return uses.take();
  }
  if (!is_same(args.mine, args.all[args.rank()])) uses.add(args.mine, Access::write);
  uses.add(args.all, args.size(), Access::read);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::AllgatherArgs& args) {
  if (is_left_out(collective, args)) return {};
  Uses uses;
  if (!is_same(args.mine, args.all[args.rank()])) uses.add(args.mine, Access::read);
  uses.add(args.all, args.size(), Access::write);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::AlltoallArgs& args) {
  if (is_left_out(collective, args)) return {};
  Uses uses;
  if (!args.in_place) uses.add(args.out, args.size(), Access::read);
  uses.add(args.in, args.size(), Access::write);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::ReduceArgs& args) {
  if (is_left_out(collective, args)) return {};
  const bool receives = collective == Collective::reduce   ? args.is_root()
                        : collective == Collective::exscan ? args.rank() > 0
                                                           : true;
  Uses uses;
  if (!receives || args.in != args.out) uses.add(args.input(), Access::read);
  if (receives) uses.add(args.output(), Access::write);
  return uses.take();
}

std::vector<BufferUse> buffers_of(Collective collective, const coll::ReduceScatterArgs& args) {
  if (is_left_out(collective, args)) return {};
  const MPI_Count total = args.total_count();
  Uses uses;
  if (args.in == args.out) {
    uses.add({args.out, total, args.type}, Access::write);
    return uses.take();
  }
  uses.add({args.in, total, args.type}, Access::read);
  uses.add({args.out, args.count_of(args.rank()), args.type}, Access::write);
  return uses.take();
}

}  // namespace smpi::analysis
