// SPDX-License-Identifier: BSD-3-Clause
//
// All-to-alls in which ranks exchange whole send buffers, then pick their blocks: by recursive
// doubling among all ranks (coll/patterns/doubling.h), or in the lines of a mesh, where the last
// dimension gets only what it needs: a rank asks for all that its line has, then sends to one after
// the other. Few messages but much data: for tiny blocks. Faraj, Yuan, ICS 2005.
// Cost: recursive doubling log2(p) a + p n b; mesh of d dimensions: about p^(1/d) a for each of
// them and p^((d - 1) / d) n b.
#include <vector>

#include "libsmpi/mpi/coll/alltoall/alltoall.h"
#include "libsmpi/mpi/coll/patterns/doubling.h"
#include "libsmpi/mpi/coll/patterns/mesh.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/requests/request.h"

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

// Ranks of a line swap the buffers of all ranks of their groups.
void share_in_line(const AlltoallArgs& args, const Buffers& buffers, const MeshLine& line) {
  std::vector<Request*> receives;
  for (int i = 0; i + 1 < line.length(); i++) {
    const int place = line.other(i);
    receives.push_back(args.start_receive(buffers.of_ranks(line.group_at(place), line.stride()),
                                          line.rank_at(place)));
  }
  const Block own = buffers.of_ranks(line.group_at(line.own()), line.stride());
  for (int i = 0; i + 1 < line.length(); i++) args.send(own, line.rank_at(line.other(i)));
  args.wait_all(receives);
}

// The last lines: for each rank of the line, only what is addressed to it.
void deliver_in_line(const AlltoallArgs& args, const Buffers& buffers, const MeshLine& line) {
  const MPI_Count block_bytes = buffers.block_bytes();
  Datatype* bytes = &predefined_type(MPI_BYTE);
  const MPI_Count message_bytes = line.stride() * block_bytes;
  const Scratch outgoing(args, message_bytes);
  const Scratch incoming(args, message_bytes * line.length());
  const auto message_from = [&](int place) {
    return Block{static_cast<std::byte*>(incoming.address()) + place * message_bytes, message_bytes,
                 bytes};
  };
  std::vector<Request*> receives;
  for (int i = 0; i + 1 < line.length(); i++) {
    const int place = line.other(i);
    receives.push_back(args.start_receive(message_from(place), line.rank_at(place)));
  }
  for (int i = 0; i + 1 < line.length(); i++) {
    const int to = line.rank_at(line.other(i));
    const Block out = outgoing.block(message_bytes, bytes);
    for (int k = 0; k < line.stride(); k++) {
      std::copy_n(buffers.address(line.group_at(line.own()) + k, to), block_bytes,
                  static_cast<std::byte*>(out.address) + k * block_bytes);
    }
    args.send(out, to);
  }
  args.wait_all(receives);
  for (int from = 0; from < args.size(); from++) {
    const int place = from / line.stride();
    if (place == line.own()) {
      buffers.pick(from);
      continue;
    }
    const Block to = args.in[from];
    const auto* packed = static_cast<const std::byte*>(message_from(place).address);
    unpack(packed + (from % line.stride()) * block_bytes, to.address, to.count, *to.type);
  }
}

}  // namespace

void alltoall_mesh(const AlltoallArgs& args, const Mesh& mesh) {
  const Buffers buffers(args);
  for (std::size_t dimension = mesh.lengths.size() - 1; dimension > 0; dimension--) {
    share_in_line(args, buffers, MeshLine(mesh, dimension, args.rank()));
  }
  deliver_in_line(args, buffers, MeshLine(mesh, 0, args.rank()));
}

void alltoall_recursive_doubling(const AlltoallArgs& args) {
  const int size = args.size();
  const Buffers buffers(args);
  for (int distance = 1; distance < size; distance *= 2) {
    const DoublingRound round(args.rank(), size, distance);
    if (!round.has_other_group()) continue;
    const Block own = buffers.of_ranks(round.group(), round.group_length());
    const Block other = buffers.of_ranks(round.other_group(), round.other_length());
    if (round.has_partner()) args.exchange(own, round.partner(), other, round.partner());
    round.hand_on([&](int to) { args.send(other, to); },
                  [&](int from) { args.receive(other, from); });
  }
  for (int from = 0; from < size; from++) buffers.pick(from);
}

}  // namespace smpi::coll
