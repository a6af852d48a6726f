// SPDX-License-Identifier: BSD-3-Clause
//
// Reduction up a k-nomial tree, with all of a rank's children received at once.
// Cost: log_k(p) (a + (k - 1) n (b + g)).
#include <memory>
#include <vector>

#include "libsmpi/coll/patterns/tree.h"
#include "libsmpi/coll/reduce/reduce.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {

void reduce_knomial(const ReduceArgs& args, int radix) {
  const Tree tree = knomial_tree(args.size(), args.rank(), args.root, radix);
  std::vector<std::unique_ptr<Scratch>> operands;
  std::vector<Request*> receives;
  for (const int child : tree.children()) {
    operands.push_back(std::make_unique<Scratch>(args, args.count, args.type));
    receives.push_back(args.start_receive(operands.back()->block(args.count, args.type), child));
  }
  args.wait_all(receives);
  Block sum = args.input();
  for (std::size_t i = 0; i < receives.size(); i++) {
    combine(*args.op, sum.address, operands[i]->address(), args.count, args.type);
    sum.address = operands[i]->address();
  }
  if (tree.is_root()) {
    copy(sum, args.output());
  } else {
    args.send_begun(sum, tree.parent);
  }
}

}  // namespace smpi::coll
