// SPDX-License-Identifier: BSD-3-Clause
//
// Packing runs of blocks that do not lie side by side.
#include "libsmpi/mpi/coll/data/block_runs.h"

#include "libsmpi/mpi/datatype/pack.h"

namespace smpi::coll {
namespace {

template <class Visit>
void for_each_block(const BlockRun& run, Visit&& visit) {
  for (int i = 0; i < run.length; i++) visit(run.blocks[(run.first + i) % run.size]);
}

bool is_one_block(const BlockRun& run) {
  if (run.length == 1) return true;
  return run.length > 0 && run.blocks.is_regular() && run.first + run.length <= run.size;
}

}  // namespace

MPI_Count size_bytes(const BlockRun& run) {
  MPI_Count total = 0;
  for_each_block(run, [&](const Block& block) { total += block.size_bytes(); });
  return total;
}

PackedRun::PackedRun(const Operation& operation, const BlockRun& run, Content content) : run_(run) {
  if (run.length == 1) {
    block_ = run.blocks[run.first];
    return;
  }
  if (is_one_block(run)) {
    block_ = run.blocks.run(run.first, run.length);
    return;
  }
  const MPI_Count total = size_bytes(run);
  copy_.emplace(operation, total);
  block_ = copy_->block(total, &predefined_type(MPI_BYTE));
  if (content == Content::to_come) return;
  auto* to = static_cast<std::byte*>(copy_->address());
  for_each_block(run, [&](const Block& block) {
    pack(block.address, block.count, *block.type, to);
    to += block.size_bytes();
  });
}

void PackedRun::unpack() const {
  if (!copy_) return;
  const auto* from = static_cast<const std::byte*>(copy_->address());
  for_each_block(run_, [&](const Block& block) {
    smpi::unpack(from, block.address, block.count, *block.type);
    from += block.size_bytes();
  });
}

void send_run(const Operation& operation, const BlockRun& run, int to) {
  const PackedRun packed(operation, run, PackedRun::Content::given);
  operation.send(packed.block(), to);
}

void receive_run(const Operation& operation, const BlockRun& run, int from) {
  const PackedRun packed(operation, run, PackedRun::Content::to_come);
  operation.receive(packed.block(), from);
  packed.unpack();
}

void exchange_runs(const Operation& operation, const BlockRun& out, int to, const BlockRun& in,
                   int from) {
  const PackedRun sent(operation, out, PackedRun::Content::given);
  const PackedRun received(operation, in, PackedRun::Content::to_come);
  operation.exchange(sent.block(), to, received.block(), from);
  received.unpack();
}

}  // namespace smpi::coll
