// SPDX-License-Identifier: BSD-3-Clause
//
// The checks of collective arguments. What is not significant on a rank is not looked at: the
// standard allows any value there, null types included.
#include "libsmpi/doors/api/coll/arguments.h"

#include <type_traits>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/info/info.h"

namespace smpi::api {
namespace {

using coll::Block;
using coll::Blocks;
using coll::Operation;

// What a rank is to a rooted collective.
enum class Role : std::uint8_t { root, other, bystander };

// Intracommunicator: a rank. Intercommunicator: a rank of the other group, MPI_ROOT, MPI_PROC_NULL.
Role check_root(Check& check, int root) {
  const Communicator* communicator = check.communicator();
  if (communicator == nullptr) return Role::bystander;
  if (communicator->is_inter()) {
    if (root == MPI_ROOT) return Role::root;
    if (root == MPI_PROC_NULL) return Role::bystander;
  }
  check.root(root);
  return !communicator->is_inter() && root == communicator->rank() ? Role::root : Role::other;
}

bool is_in_place(Check& check, const void* buffer) {
  if (buffer != MPI_IN_PLACE) return false;
  const Communicator* communicator = check.communicator();
  check.require(communicator == nullptr || !communicator->is_inter(), MPI_ERR_BUFFER,
                "MPI_IN_PLACE on an intercommunicator");
  return true;
}

// Ranks on the other side of the messages.
int partner_count(const Check& check) {
  return check.communicator() == nullptr ? 0 : check.communicator()->remote_size();
}

// Two arguments that name the same memory (MPI 6.1). Only where both types are predefined: derived
// types may interleave.
void check_alias(Check& check, const Block& sent, const Block& received) {
  if (check.failed() || sent.address == nullptr || sent.count == 0 || received.count == 0) return;
  check.require(sent.address != received.address || !sent.type->is_predefined() ||
                    !received.type->is_predefined(),
                MPI_ERR_BUFFER, "the send and receive buffers are the same");
}

// What a rank sends to itself must be what it receives from itself (MPI 6.1).
void check_own(Check& check, const Block& sent, const Block& received) {
  if (check.failed()) return;
  check.require(sent.size_bytes() <= received.size_bytes(), MPI_ERR_TRUNCATE,
                "the block for oneself is longer than its place in the receive buffer");
  check_alias(check, sent, received);
}

Operation operation_of(const Check& check) {
  return {*check.communicator(), Channel::collective, 0};
}

// Gather and scatter: `mine` is the block of each rank, `all` those of the root.
template <class Args, class All, class Mine>
Check prepare_rooted(Args& args, const All& all, const Mine& mine, int root, MPI_Comm comm) {
  Check check(comm);
  const Role role = check_root(check, root);
  bool in_place = false;
  if (role == Role::root) {
    in_place = is_in_place(check, mine.buffer);
    args.all = check_blocks(check, partner_count(check), all);
  }
  if (check.failed()) return check;
  const bool inter = check.communicator()->is_inter();
  if (in_place) {
    args.mine = args.all[check.communicator()->rank()];
  } else if (role == Role::other || (role == Role::root && !inter)) {
    args.mine = check_block(check, mine);
    if (role == Role::root && !check.failed()) {
      const coll::Block own = args.all[check.communicator()->rank()];
      const bool is_sent_by_root = std::is_same_v<Args, coll::ScatterArgs>;
      check_own(check, is_sent_by_root ? own : args.mine, is_sent_by_root ? args.mine : own);
    }
  }
  if (check.failed()) return check;
  static_cast<Operation&>(args) = operation_of(check);
  args.root = root;
  return check;
}

template <class Receive>
Check prepare_allgather(coll::AllgatherArgs& args, const SendBlock& mine, const Receive& all,
                        MPI_Comm comm) {
  Check check(comm);
  const bool in_place = is_in_place(check, mine.buffer);
  args.all = check_blocks(check, partner_count(check), all);
  if (check.failed()) return check;
  const bool inter = check.communicator()->is_inter();
  if (in_place) {
    args.mine = args.all[check.communicator()->rank()];
  } else {
    args.mine = check_block(check, mine);
    if (!inter && !check.failed()) {
      check_own(check, args.mine, args.all[check.communicator()->rank()]);
    }
  }
  if (!check.failed()) static_cast<Operation&>(args) = operation_of(check);
  return check;
}

void finish_alltoall(Check& check, coll::AlltoallArgs& args) {
  if (check.failed()) return;
  static_cast<Operation&>(args) = operation_of(check);
  if (args.in_place || args.communicator().is_inter()) return;
  check_own(check, args.out[args.rank()], args.in[args.rank()]);
}

void check_operation(Check& check, MPI_Op handle, Op*& op) {
  if (check.failed()) return;
  op = find_op(handle);
  check.require(op != nullptr, MPI_ERR_OP, "null, freed or invalid operation");
  if (op == nullptr) return;
  check.require(op->accepts(*check.datatype()), MPI_ERR_OP,
                "the operation is not defined on the datatype");
}

// Two groups have no common order of ranks (MPI 6.11).
Check check_order(MPI_Comm comm) {
  Check check(comm);
  if (check.failed()) return check;
  return check.require(!check.communicator()->is_inter(), MPI_ERR_COMM,
                       "an intercommunicator has no order of ranks");
}

// Reductions in place read the receive buffer.
void* check_input(Check& check, const void* in, void* out, MPI_Count count) {
  if (is_in_place(check, in)) return out;
  check.buffer(in, count);
  check.require(in != out || in == nullptr || count == 0, MPI_ERR_BUFFER,
                "the send and receive buffers are the same");
  return writable(in);
}

}  // namespace

Check with_info(Check check, MPI_Info info) {
  return check.require(info == MPI_INFO_NULL || find_info(info) != nullptr, MPI_ERR_INFO,
                       "freed info object");
}

Check prepare(coll::BarrierArgs& args, MPI_Comm comm) {
  Check check(comm);
  if (!check.failed()) static_cast<Operation&>(args) = operation_of(check);
  return check;
}

Check prepare(coll::BcastArgs& args, const ReceiveBlock& data, int root, MPI_Comm comm) {
  Check check(comm);
  const Role role = check_root(check, root);
  if (role != Role::bystander) args.data = check_block(check, data);
  if (check.failed()) return check;
  static_cast<Operation&>(args) = operation_of(check);
  args.root = root;
  return check;
}

Check prepare(coll::GatherArgs& args, const SendBlock& mine, const ReceiveBlock& all, int root,
              MPI_Comm comm) {
  return prepare_rooted(args, all, mine, root, comm);
}

Check prepare(coll::GatherArgs& args, const SendBlock& mine, const ReceiveVector& all, int root,
              MPI_Comm comm) {
  return prepare_rooted(args, all, mine, root, comm);
}

Check prepare(coll::ScatterArgs& args, const SendBlock& all, const ReceiveBlock& mine, int root,
              MPI_Comm comm) {
  return prepare_rooted(args, all, mine, root, comm);
}

Check prepare(coll::ScatterArgs& args, const SendVector& all, const ReceiveBlock& mine, int root,
              MPI_Comm comm) {
  return prepare_rooted(args, all, mine, root, comm);
}

Check prepare(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveBlock& all,
              MPI_Comm comm) {
  return prepare_allgather(args, mine, all, comm);
}

Check prepare(coll::AllgatherArgs& args, const SendBlock& mine, const ReceiveVector& all,
              MPI_Comm comm) {
  return prepare_allgather(args, mine, all, comm);
}

Check prepare(coll::AlltoallArgs& args, const SendBlock& out, const ReceiveBlock& in,
              MPI_Comm comm) {
  Check check(comm);
  args.in_place = is_in_place(check, out.buffer);
  if (!args.in_place) args.out = check_blocks(check, partner_count(check), out);
  args.in = check_blocks(check, partner_count(check), in);
  finish_alltoall(check, args);
  return check;
}

Check prepare(coll::AlltoallArgs& args, const SendVector& out, const ReceiveVector& in,
              MPI_Comm comm) {
  Check check(comm);
  args.in_place = is_in_place(check, out.buffer);
  if (!args.in_place) args.out = check_blocks(check, partner_count(check), out);
  args.in = check_blocks(check, partner_count(check), in);
  finish_alltoall(check, args);
  return check;
}

Check prepare(coll::AlltoallArgs& args, const TypedVector& out, const TypedVector& in,
              MPI_Comm comm) {
  Check check(comm);
  args.in_place = is_in_place(check, out.buffer);
  if (!args.in_place) args.out = check_blocks(check, partner_count(check), out, args.out_types);
  args.in = check_blocks(check, partner_count(check), in, args.in_types);
  finish_alltoall(check, args);
  return check;
}

Check prepare(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op, int root,
              MPI_Comm comm) {
  Check check(comm);
  const Role role = check_root(check, root);
  if (check.failed()) return check;
  const bool inter = check.communicator()->is_inter();
  if (role != Role::bystander) {
    check.count(out.count).type(out.type);
    check_operation(check, op, args.op);
    args.count = out.count;
    args.type = check.datatype();
  }
  if (role == Role::root) {
    refuse_in_place(check, out.buffer, out.count);
    check.buffer(out.buffer, out.count);
    args.out = out.buffer;
    if (!inter) args.in = check_input(check, in, out.buffer, out.count);
  } else if (role == Role::other) {
    refuse_in_place(check, in, out.count);
    check.buffer(in, out.count);
    args.in = writable(in);
  }
  if (check.failed()) return check;
  static_cast<Operation&>(args) = operation_of(check);
  args.root = root;
  return check;
}

Check prepare_scan(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                   MPI_Comm comm) {
  const Check check = check_order(comm);
  return check.failed() ? check : prepare(args, in, out, op, comm);
}

Check prepare_exscan(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                     MPI_Comm comm) {
  // Rank 0 receives nothing: its buffer is not significant (MPI 6.11.2), unless it is read in
  // place.
  Check check = check_order(comm);
  if (check.failed()) return check;
  if (check.communicator()->rank() > 0 || in == MPI_IN_PLACE) {
    return prepare(args, in, out, op, comm);
  }
  check.count(out.count).type(out.type).buffer(in, out.count);
  check_operation(check, op, args.op);
  args.in = writable(in);
  args.count = out.count;
  args.type = check.datatype();
  if (!check.failed()) static_cast<Operation&>(args) = operation_of(check);
  return check;
}

// Reductions whose result has the same number of elements on each rank.
template <class Args>
Check prepare_reduction(Args& args, const void* in, const ReceiveBlock& out, MPI_Op op,
                        MPI_Comm comm) {
  Check check(comm);
  check.count(out.count).type(out.type).buffer(out.buffer, out.count);
  refuse_in_place(check, out.buffer, out.count);
  check_operation(check, op, args.op);
  args.in = check_input(check, in, out.buffer, out.count);
  args.out = out.buffer;
  args.count = out.count;
  args.type = check.datatype();
  if (!check.failed()) static_cast<Operation&>(args) = operation_of(check);
  return check;
}

Check prepare(coll::ReduceArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm) {
  return prepare_reduction(args, in, out, op, comm);
}

Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveVector& out, MPI_Op op,
              MPI_Comm comm) {
  Check check(comm);
  check.type(out.type);
  const Communicator* communicator = check.communicator();
  const int size = communicator == nullptr ? 0 : communicator->size();
  check.require(!out.counts.is_null() || size == 0, MPI_ERR_ARG, "the array of counts is NULL");
  for (int i = 0; i < size && !out.counts.is_null(); i++) check.count(out.counts[i]);
  check_operation(check, op, args.op);
  if (check.failed()) return check;
  static_cast<Operation&>(args) = operation_of(check);
  args.out = out.buffer;
  args.counts = out.counts;
  args.type = check.datatype();
  const MPI_Count total = args.total_count();
  refuse_in_place(check, out.buffer, total);
  check.buffer(out.buffer, args.count_of(args.rank()));
  args.in = check_input(check, in, out.buffer, total);
  return check;
}

Check prepare(coll::ReduceScatterArgs& args, const void* in, const ReceiveBlock& out, MPI_Op op,
              MPI_Comm comm) {
  return prepare_reduction(args, in, out, op, comm);
}

}  // namespace smpi::api
