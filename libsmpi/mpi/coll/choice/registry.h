// SPDX-License-Identifier: BSD-3-Clause
//
// All collective algorithms by name: what --cfg=smpi/bcast:NAME, the selection tables and
// `smpirun -help-coll` know of them. Names are SimGrid's where it has the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "libsmpi/mpi/coll/arguments.h"

namespace smpi::coll {

// What the choice of an algorithm may depend on.
struct Profile {
  Collective collective = Collective::barrier;
  bool nonblocking = false;
  bool inter = false;
  bool commutative = true;
  bool predefined_op = true;
  bool in_place = false;
  bool equal_blocks = true;  // of reduce_scatter
  bool subset = false;       // a part of another operation, on some of its ranks
  int ranks = 1;
  // Of one block (the mean one, in the v forms), and of all; of the vector, where there are no
  // blocks.
  MPI_Count block_elements = 0;
  MPI_Count block_bytes = 0;
  MPI_Count total_elements = 0;
  MPI_Count total_bytes = 0;
  int root = 0;  // on intracommunicators
  const Op* op = nullptr;
  const Operation* operation = nullptr;  // for questions about hosts

  // Compared once per call and rank, so without a branch per member.
  bool operator==(const Profile& other) const {
    const auto flags = [](const Profile& profile) {
      std::uint64_t word = 0;
      std::memcpy(&word, &profile, sizeof word);
      return word;
    };
    const auto differs = [](auto a, auto b) { return static_cast<std::uint64_t>(a ^ b); };
    return (differs(flags(*this), flags(other)) | differs(ranks, other.ranks) |
            differs(block_elements, other.block_elements) |
            differs(block_bytes, other.block_bytes) |
            differs(total_elements, other.total_elements) |
            differs(total_bytes, other.total_bytes) | differs(root, other.root)) == 0 &&
           op == other.op && operation == other.operation;
  }
};
static_assert(offsetof(Profile, ranks) == sizeof(std::uint64_t), "eight flags of a byte each");

struct Algorithm {
  const char* name;
  void (*run)(const Operation& args);  // takes the collective's own argument type
  const char* aliases;                 // in selection tables: "ompi:binomial mpich:binomial"
  const char* cost;          // a: latency, b: time per byte, g: combining time per byte, n: bytes
  const char* restrictions;  // in words; empty if none
  bool (*suits)(const Profile& profile) = nullptr;  // nullptr: always
  bool inter = false;                               // for intercommunicators; else for the others
};

inline bool suits(const Algorithm& algorithm, const Profile& profile) {
  return algorithm.inter == profile.inter &&
         (algorithm.suits == nullptr || algorithm.suits(profile));
}

// Not part of another operation: what algorithms need that look at hosts.
inline bool is_whole(const Profile& profile) {
  return !profile.subset && !profile.inter;
}

std::span<const Algorithm> algorithms(Collective collective);

// For tables: an algorithm `void f(const BcastArgs&)` as one on any Operation.
template <class Args>
Args argument_type(void (*)(const Args&));
template <auto algorithm>
void erased(const Operation& args) {
  algorithm(static_cast<const decltype(argument_type(algorithm))&>(args));
}

}  // namespace smpi::coll
