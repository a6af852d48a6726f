// SPDX-License-Identifier: BSD-3-Clause
//
// Reductions across groups: inside a group to its rank 0, which sends the result to the root, or
// exchanges it with the other rank 0 for a broadcast in each group.
// Cost: reduce + a + n b, and bcast for the allreduce.
#include <optional>

#include "libsmpi/mpi/coll/inter/inter.h"
#include "libsmpi/mpi/coll/run.h"

namespace smpi::coll {
namespace {

// The reduction of this rank's group's operands, at its rank 0.
class GroupSum {
 public:
  explicit GroupSum(const ReduceArgs& args) : args_(args) {
    ReduceArgs inside = args;
    static_cast<Operation&>(inside) = own_group(args);
    inside.root = 0;
    if (args.rank() == 0) room_.emplace(args, args.count, args.type);
    inside.out = room_ ? room_->address() : nullptr;
    run_part(Collective::reduce, inside);
  }
  Block block() const { return room_->block(args_.count, args_.type); }

 private:
  const ReduceArgs& args_;
  std::optional<Scratch> room_;
};

}  // namespace

void inter_reduce(const ReduceArgs& args) {
  if (args.root == MPI_ROOT) args.receive(args.output(), 0);
  if (!is_partner(args.root)) return;
  const GroupSum sum(args);
  if (args.rank() == 0) args.send(sum.block(), args.root);
}

void inter_allreduce(const ReduceArgs& args) {
  const GroupSum sum(args);
  if (args.rank() == 0) args.exchange(sum.block(), 0, args.output(), 0);
  BcastArgs broadcast{own_group(args), args.output(), 0};
  run_part(Collective::bcast, broadcast);
}

}  // namespace smpi::coll
