// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of the buffers of collectives: one block, or a block for each partner, in the regular, v
// and w forms. Partners are the ranks of the group that messages cross to, or the neighbours in a
// topology.
#pragma once

#include <vector>

#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/coll/data/blocks.h"

namespace smpi::api {

using coll::IndexArray;

// Parameters as the standard lists them; arrays are int or 64 bits wide.
struct SendVector {
  const void* buffer;
  IndexArray counts;
  IndexArray displacements;
  MPI_Datatype type;
};
struct ReceiveVector {
  void* buffer;
  IndexArray counts;
  IndexArray displacements;
  MPI_Datatype type;
};
struct SendBlock {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};
struct ReceiveBlock {
  void* buffer;
  MPI_Count count;
  MPI_Datatype type;
};
struct TypedVector {
  const void* buffer;
  IndexArray counts;
  IndexArray displacements;
  const MPI_Datatype* types;
};

inline void* writable(const void* address) {
  return const_cast<void*>(address);
}

// MPI_IN_PLACE has no meaning between two groups (MPI 6.2.3), nor where it is not offered.
// Where nothing is moved any address will do, as in other libraries.
void refuse_in_place(Check& check, const void* buffer, MPI_Count count);

// The buffer counts only if `is_used`: a rank without partners may pass any.
coll::Block check_block(Check& check, const SendBlock& block, bool is_used = true);
coll::Block check_block(Check& check, const ReceiveBlock& block, bool is_used = true);

// The blocks of `partners`; empty if something is wrong.
coll::Blocks check_blocks(Check& check, int partners, const SendBlock& block);
coll::Blocks check_blocks(Check& check, int partners, const ReceiveBlock& block);
coll::Blocks check_blocks(Check& check, int partners, const SendVector& vector);
coll::Blocks check_blocks(Check& check, int partners, const ReceiveVector& vector);
// The result refers to `types`, which is filled.
coll::Blocks check_blocks(Check& check, int partners, const TypedVector& vector,
                          std::vector<Datatype*>& types);

}  // namespace smpi::api
