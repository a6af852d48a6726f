// SPDX-License-Identifier: BSD-3-Clause
//
// Scans in which every rank sends its operand to all higher ranks at once and combines what it
// gets. Cost: a + (p - 1)(n b + n g).
#include <memory>
#include <vector>

#include "libsmpi/mpi/coll/scan/scan.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

// The operands of the lower ranks, combined in order; nothing on rank 0.
class LowerSum {
 public:
  explicit LowerSum(const ReduceArgs& args) {
    std::vector<Request*> requests;
    for (int from = 0; from < args.rank(); from++) {
      operands_.push_back(std::make_unique<Scratch>(args, args.count, args.type));
      const Block room = operands_.back()->block(args.count, args.type);
      requests.push_back(args.start_receive(room, from));
    }
    for (int to = args.rank() + 1; to < args.size(); to++) {
      requests.push_back(args.start_send(args.input(), to));
    }
    args.wait_all(requests);
    for (std::size_t i = 1; i < operands_.size(); i++) {
      combine(*args.op, operands_[i - 1]->address(), operands_[i]->address(), args.count,
              args.type);
    }
  }
  void* address() const { return operands_.back()->address(); }

 private:
  std::vector<std::unique_ptr<Scratch>> operands_;
};

}  // namespace

void scan_at_once(const ReduceArgs& args) {
  const LowerSum lower(args);
  copy(args.input(), args.output());
  if (args.rank() == 0) return;
  combine(*args.op, lower.address(), args.out, args.count, args.type);
}

void exscan_at_once(const ReduceArgs& args) {
  const LowerSum lower(args);
  if (args.rank() > 0) copy({lower.address(), args.count, args.type}, args.output());
}

}  // namespace smpi::coll
