// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction straight to the root, which asks for all operands at once and combines them in order,
// in memory for all of them. Cost: a + (p - 1)(n b + n g).
#include <memory>
#include <vector>

#include "libsmpi/coll/reduce/reduce.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void reduce_at_once(const ReduceArgs& args) {
  if (!args.is_root()) {
    args.send_begun(args.input(), args.root);
    return;
  }
  std::vector<std::unique_ptr<Scratch>> operands;
  std::vector<Request*> receives;
  for (int from = 0; from < args.size(); from++) {
    operands.push_back(std::make_unique<Scratch>(args, args.count, args.type));
    const Block room = operands.back()->block(args.count, args.type);
    if (from == args.rank()) {
      copy(args.input(), room);
    } else {
      receives.push_back(args.start_receive(room, from));
    }
  }
  args.wait_all(receives);
  for (std::size_t i = 1; i < operands.size(); i++) {
    combine(*args.op, operands[i - 1]->address(), operands[i]->address(), args.count, args.type);
  }
  copy(operands.back()->block(args.count, args.type), args.output());
}

}  // namespace smpi::coll
