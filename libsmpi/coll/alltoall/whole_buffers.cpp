// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-alls in which ranks exchange whole send buffers, then pick their blocks: by recursive
// doubling among all ranks, or in the lines of a mesh, where the last dimension gets only what it
// needs. Few messages but much data: for tiny blocks.
// Cost: recursive doubling log2(p) a + p n b; mesh of d dimensions: about p^(1/d) a for each of
// them and p^((d - 1) / d) n b.
#include <bit>
#include <vector>

#include "libsmpi/coll/alltoall/alltoall.h"
#include "libsmpi/coll/patterns/mesh.h"
#include "libsmpi/datatype/pack.h"
#include "libsmpi/requests/request.h"

namespace smpi::coll {
namespace {

// Packed send buffers of several ranks, each of `size` blocks.
class Buffers {
 public:
  explicit Buffers(const AlltoallArgs& args)
      : args_(args),
        block_bytes_(args.in.size_bytes(args.rank())),
        memory_(args, block_bytes_ * args.size() * args.size()) {
    for (int to = 0; to < args.size(); to++) {
      const Block block = args.out[to];
      pack(block.address, block.count, *block.type, address(args.rank(), to));
    }
  }
  // The buffers of the ranks first .. first + length - 1.
  Block of_ranks(int first, int length) const {
    return {address(first, 0), length * args_.size() * block_bytes_, &predefined_type(MPI_BYTE)};
  }
  std::byte* address(int from, int to) const {
    const MPI_Count number = MPI_Count{from} * args_.size() + to;
    return static_cast<std::byte*>(memory_.address()) + number * block_bytes_;
  }
  MPI_Count block_bytes() const { return block_bytes_; }
  void pick(int from) const {
    const Block block = args_.in[from];
    unpack(address(from, args_.rank()), block.address, block.count, *block.type);
  }

 private:
  const AlltoallArgs& args_;
  MPI_Count block_bytes_;
  Scratch memory_;
};

// Ranks of a line swap the buffers of `stride` ranks each.
void share_in_line(const AlltoallArgs& args, const Buffers& buffers, int length, int stride) {
  const int own = args.rank() / stride * stride;
  const int line = args.rank() - (args.rank() / stride % length) * stride;
  for (int i = 0; i < length; i++) {
    const int other = line + i * stride;
    if (other == args.rank()) continue;
    args.exchange(buffers.of_ranks(own, stride), other,
                  buffers.of_ranks(other / stride * stride, stride), other);
  }
}

// The last lines: for each rank of the line, only what is addressed to it.
void deliver_in_line(const AlltoallArgs& args, const Buffers& buffers, int length, int stride) {
  const int own = args.rank() / stride * stride;
  const int line = args.rank() % stride;
  const MPI_Count block_bytes = buffers.block_bytes();
  Datatype* bytes = &predefined_type(MPI_BYTE);
  const MPI_Count message_bytes = stride * block_bytes;
  std::vector<Request*> requests;
  const Scratch outgoing(args, message_bytes * length);
  const Scratch incoming(args, message_bytes * length);
  const auto message = [&](const Scratch& where, int i) {
    return Block{static_cast<std::byte*>(where.address()) + i * message_bytes, message_bytes,
                 bytes};
  };
  for (int i = 0; i < length; i++) {
    const int other = line + i * stride;
    if (other != args.rank()) requests.push_back(args.start_receive(message(incoming, i), other));
  }
  for (int i = 0; i < length; i++) {
    const int other = line + i * stride;
    if (other == args.rank()) continue;
    const Block out = message(outgoing, i);
    for (int k = 0; k < stride; k++) {
      std::copy_n(buffers.address(own + k, other), block_bytes,
                  static_cast<std::byte*>(out.address) + k * block_bytes);
    }
    requests.push_back(args.start_send(out, other));
  }
  args.wait_all(requests);
  for (int from = 0; from < args.size(); from++) {
    const int i = from / stride;
    if (line + i * stride == args.rank()) {
      buffers.pick(from);
      continue;
    }
    const Block to = args.in[from];
    const auto* packed = static_cast<const std::byte*>(message(incoming, i).address);
    unpack(packed + (from % stride) * block_bytes, to.address, to.count, *to.type);
  }
}

}  // namespace

void alltoall_mesh(const AlltoallArgs& args, int dimensions) {
  const Mesh mesh = Mesh::of(args.size(), dimensions);
  const Buffers buffers(args);
  for (std::size_t dimension = mesh.lengths.size() - 1; dimension > 0; dimension--) {
    share_in_line(args, buffers, mesh.lengths[dimension], mesh.stride(dimension));
  }
  deliver_in_line(args, buffers, mesh.lengths[0], mesh.stride(0));
}

void alltoall_recursive_doubling(const AlltoallArgs& args) {
  const int size = args.size();
  if (!std::has_single_bit(static_cast<unsigned>(size))) return alltoall_bruck(args);
  const Buffers buffers(args);
  for (int distance = 1; distance < size; distance *= 2) {
    const int partner = args.rank() ^ distance;
    const int own = args.rank() & ~(distance - 1);
    args.exchange(buffers.of_ranks(own, distance), partner,
                  buffers.of_ranks(own ^ distance, distance), partner);
  }
  for (int from = 0; from < size; from++) buffers.pick(from);
}

}  // namespace smpi::coll
