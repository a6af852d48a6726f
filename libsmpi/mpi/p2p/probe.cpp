// SPDX-License-Identifier: BSD-3-Clause
//
// A rank that waits for a message is among the probers of its mailbox, and looks again whenever one
// arrives.
#include "libsmpi/mpi/p2p/probe.h"

#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::p2p {

Message* probe(const ReceiveSpec& spec) {
  Rank& rank = spec.communicator->owner();
  const MatchKey pattern{spec.communicator->channel(spec.channel), spec.source, spec.tag};
  if (spec.source == any_source && rank.simulation.checks != nullptr) {
    return rank.simulation.checks->probe(rank, pattern);
  }
  return rank.mailbox.find_message(pattern);
}

Message* wait_for_message(const ReceiveSpec& spec) {
  Rank& rank = spec.communicator->owner();
  Strand* strand = running_strand;
  for (;;) {
    Message* message = probe(spec);
    if (message != nullptr || probe_error(spec) != MPI_SUCCESS) return message;
    strand->probing = &spec;
    rank.probers.push_back(strand);
    rank.simulation.engine.block();
    std::erase(rank.probers, strand);
    strand->probing = nullptr;
  }
}

int probe_error(const ReceiveSpec& spec) {
  const int error = receive_error(*spec.communicator, spec.channel, spec.source);
  return error == MPI_ERR_PROC_FAILED_PENDING ? MPI_ERR_PROC_FAILED : error;
}

Status status_of(const Message& message) {
  return {.source = message.key.source,
          .tag = message.key.tag,
          .error = MPI_SUCCESS,
          .cancelled = false,
          .size_bytes = message.size_bytes};
}

void extract(Message& message) {
  message.receiver->mailbox.remove_unexpected(message);
}

}  // namespace smpi::p2p
