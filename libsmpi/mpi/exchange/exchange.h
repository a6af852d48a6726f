// SPDX-License-Identifier: BSD-3-Clause
//
// Collapsed exchanges: a call in which the ranks of a communicator send each other messages by a
// known pattern, simulated without the calls that make it up.
//
// A rank in HPL's pivot search, or in an allreduce, only reacts: it sends, waits for a message,
// combines, sends again. As a program it makes three MPI calls and a switch of contexts in each
// step, and every message goes through checks, requests and matching. Here the rank says what its
// steps are, and blocks once. Its steps run in its turn among the ready ranks, in the place of its
// stack (Engine::block_in_steps), and start the same flows in the same order; so all times are
// those of the messages, to the last bit and under any load of the network, and there is nothing to
// take back where others meet them. Only who looks at messages one by one could tell a difference:
// where somebody does, is_possible() is false, and the caller sends real ones.
//
// With smpi/collapse:fast all steps are computed ahead from the times at which the ranks enter,
// with one event per rank (forecast.h). To be exact, that needs every link free until the end,
// which only the future knows; it takes back nothing when other traffic comes, and counts what it
// saw of it.
#pragma once

#include <string>

#include "libsmpi/mpi/comm/communicator.h"

namespace smpi::exchange {

// What one rank does at a time: it computes, then sends a message, receives one, or both, and waits
// for both.
struct Step {
  static constexpr int nobody = -1;
  // What the step stands for: MPI_Irecv, MPI_Send and MPI_Wait; MPI_Sendrecv; or MPI_Isend and
  // MPI_Wait, in a step that receives nothing.
  enum class Kind : std::uint8_t { separate_calls, one_call, begun_send };

  Kind kind = Kind::separate_calls;
  // Tell messages of one call to a rank apart: both sides of a message say the same. A rank gets a
  // message of a round when it has received that of this round before.
  int send_round = 0;
  int receive_round = 0;
  int send_to = nobody;       // ranks of the communicator
  int receive_from = nobody;  // REQUIRES: it sends to this rank in this round
  // A receive that is posted when this step begins, and that a later step waits for: it says the
  // same round. REQUIRES: the step sends nothing, and the next one that receives is that one.
  struct Ahead {
    int round = nobody;
    void* incoming = nullptr;
    MPI_Count incoming_bytes = 0;
  };
  Ahead ahead{};
  const void* outgoing = nullptr;
  void* incoming = nullptr;
  MPI_Count outgoing_bytes = 0;
  MPI_Count incoming_bytes = 0;  // room for them
  // So many bytes from `outgoing` on are copied to the receiver; the rest has no content.
  MPI_Count content_bytes = 0;
  double flops = 0;  // REQUIRES: can_compute(), if above 0
};

// The steps of one rank in one call.
class Steps {
 public:
  // Called first, and when a step has ended: looks at what was received, and says the next step,
  // which stays as it is until the next call; nullptr: there is none. May be called between ranks,
  // on a stack that is not the rank's, and must neither block nor call MPI.
  virtual const Step* next() = 0;

 protected:
  ~Steps() = default;
};

// May the calls of this run be collapsed? The same answer for all ranks at any time.
bool is_possible(const Simulation& simulation);

// May their steps compute? Also the same answer for all ranks at any time.
bool can_compute(Simulation& simulation);

// May their messages be long? Also the same answer for all ranks at any time. Formulas are far from
// what long messages take where ranks share the links of a host.
bool can_be_long(Simulation& simulation);

// Throws InputError where smpi/collapse:fast is asked for and the run has messages of which it
// knows no times.
void check(const Simulation& simulation);

// Ends the run: the steps that were told for this rank cannot be. Returns where it is called
// between ranks.
void refuse(const Rank& rank, const std::string& problem);

// Does the steps of the running rank; all ranks of the communicator call this, in the same order.
// Steps have rounds 0 .. round_count - 1. REQUIRES: is_possible(); an intracommunicator.
void run(Communicator& communicator, int round_count, Steps& steps);

}  // namespace smpi::exchange
