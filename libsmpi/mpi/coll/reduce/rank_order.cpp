// SPDX-License-Identifier: BSD-3-Clause
//
// Pipelined reduction along a chain in the order of the ranks, towards the root ("NTS", not
// topology specific, in the STAR-MPI library). Every rank asks for all segments at once and passes
// each on as it comes, so it needs room for the whole vector. What does not fill a segment is
// sent straight to the root. Cost: (p - 1) a + n b + (p - 2) s b for segments of s bytes.
#include <vector>

#include "libsmpi/mpi/coll/patterns/tree.h"
#include "libsmpi/mpi/coll/reduce/reduce.h"
#include "libsmpi/mpi/requests/request.h"

namespace smpi::coll {
namespace {

void reduce_segments(const Tree& chain, const ReduceArgs& args, MPI_Count length) {
  const bool is_last = chain.children().empty();
  const Scratch room(args, is_last ? 0 : args.count, args.type);
  const Block incoming = room.block(args.count, args.type);
  std::vector<Request*> receives;
  for (MPI_Count first = 0; first < args.count && !is_last; first += length) {
    receives.push_back(args.start_receive(incoming.part(first, length), chain.children()[0]));
  }
  for (MPI_Count first = 0; first < args.count; first += length) {
    const Block own = args.input().part(first, length);
    Block sum = own;
    if (!is_last) {
      sum = incoming.part(first, length);
      args.wait(receives[static_cast<std::size_t>(first / length)]);
      combine(*args.op, own.address, sum.address, length, args.type);
    }
    if (chain.is_root()) {
      copy(sum, args.output().part(first, length));
    } else {
      args.send(sum, chain.parent);
    }
  }
}

}  // namespace

void reduce_rank_order_chain(const ReduceArgs& args, MPI_Count segment_bytes) {
  const Tree chain = chain_tree(args.size(), args.rank(), args.root, 1);
  const MPI_Count length = segment_elements(args.count, *args.type, segment_bytes);
  const MPI_Count rest = length == 0 ? 0 : args.count % length;
  ReduceArgs even = args;
  even.count = args.count - rest;
  reduce_segments(chain, even, length);
  if (rest == 0) return;
  ReduceArgs last = args;
  last.in = args.input().part(even.count, rest).address;
  last.out = args.is_root() ? args.output().part(even.count, rest).address : nullptr;
  last.count = rest;
  reduce_at_once(last);
}

}  // namespace smpi::coll
