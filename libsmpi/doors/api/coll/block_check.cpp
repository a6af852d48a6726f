// SPDX-License-Identifier: BSD-3-Clause
//
// What is not significant is not looked at: displacements and buffers where nothing is moved.
#include "libsmpi/doors/api/coll/block_check.h"

namespace smpi::api {
namespace {

using coll::Block;
using coll::Blocks;

void check_counts(Check& check, int partners, const IndexArray& counts) {
  if (counts.is_null()) {
    check.require(partners == 0, MPI_ERR_ARG, "the array of counts is NULL");
    return;
  }
  for (int i = 0; i < partners; i++) check.count(counts[i]);
}

bool any_data(const IndexArray& counts, int partners) {
  for (int i = 0; i < partners; i++) {
    if (counts[i] > 0) return true;
  }
  return false;
}

void check_displacements(Check& check, const IndexArray& displacements, bool needed) {
  check.require(!needed || !displacements.is_null(), MPI_ERR_ARG,
                "the array of displacements is NULL");
}

void resolve_types(Check& check, int partners, const MPI_Datatype* handles,
                   std::vector<Datatype*>& types) {
  check.require(handles != nullptr || partners == 0, MPI_ERR_ARG, "the array of datatypes is NULL");
  if (check.failed()) return;
  types.resize(static_cast<std::size_t>(partners));
  for (std::size_t i = 0; i < types.size(); i++) {
    check.type(handles[i]);
    types[i] = check.datatype();
  }
}

}  // namespace

void refuse_in_place(Check& check, const void* buffer, MPI_Count count) {
  check.require(count == 0 || buffer != MPI_IN_PLACE, MPI_ERR_BUFFER,
                "MPI_IN_PLACE is not allowed here");
}

Block check_block(Check& check, const SendBlock& block, bool is_used) {
  return check_block(check, ReceiveBlock{writable(block.buffer), block.count, block.type}, is_used);
}

Block check_block(Check& check, const ReceiveBlock& block, bool is_used) {
  refuse_in_place(check, block.buffer, is_used ? block.count : 0);
  check.count(block.count).type(block.type).buffer(block.buffer, is_used ? block.count : 0);
  return {block.buffer, block.count, check.datatype()};
}

Blocks check_blocks(Check& check, int partners, const SendBlock& block) {
  return check_blocks(check, partners,
                      ReceiveBlock{writable(block.buffer), block.count, block.type});
}

Blocks check_blocks(Check& check, int partners, const ReceiveBlock& block) {
  const Block first = check_block(check, block, partners > 0);
  return check.failed() ? Blocks() : Blocks::regular(first.address, first.count, first.type);
}

Blocks check_blocks(Check& check, int partners, const SendVector& vector) {
  return check_blocks(
      check, partners,
      ReceiveVector{writable(vector.buffer), vector.counts, vector.displacements, vector.type});
}

Blocks check_blocks(Check& check, int partners, const ReceiveVector& vector) {
  check.type(vector.type);
  check_counts(check, partners, vector.counts);
  if (check.failed()) return {};
  const bool needed = any_data(vector.counts, partners);
  refuse_in_place(check, vector.buffer, needed ? 1 : 0);
  check_displacements(check, vector.displacements, needed);
  check.buffer(vector.buffer, needed ? 1 : 0);
  return Blocks::uneven(vector.buffer, vector.counts, vector.displacements, check.datatype());
}

Blocks check_blocks(Check& check, int partners, const TypedVector& vector,
                    std::vector<Datatype*>& types) {
  check_counts(check, partners, vector.counts);
  resolve_types(check, partners, vector.types, types);
  if (check.failed()) return {};
  const bool needed = any_data(vector.counts, partners);
  refuse_in_place(check, vector.buffer, needed ? 1 : 0);
  check_displacements(check, vector.displacements, needed);
  return Blocks::mixed(writable(vector.buffer), vector.counts, vector.displacements, types.data());
}

}  // namespace smpi::api
