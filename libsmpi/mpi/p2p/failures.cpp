// SPDX-License-Identifier: BSD-3-Clause
//
// What ends when a failure or a revocation becomes known, and the notices of revocations.
#include "libsmpi/mpi/p2p/failures.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <utility>

#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/wire.h"

namespace smpi::p2p {
namespace {

Channel kind_of(std::uint32_t channel) {
  return static_cast<Channel>(channel % channel_count);
}

std::uint64_t revocation(std::uint32_t context, std::uint32_t process) {
  return (std::uint64_t{context} << 32) | process;
}

bool is_member(const Communicator& communicator, const Rank& rank) {
  return communicator.group().contains(rank.process) ||
         communicator.remote_group().contains(rank.process);
}

bool is_revoked(const Failures& failures, std::uint32_t context, const Rank& rank) {
  return failures.revoked.contains(revocation(context, rank.process));
}

int error_of(const Request& receive) {
  return receive_error(*receive.communicator, kind_of(receive.channel), receive.peer);
}

void end_receive(Rank& rank, Request& receive, int error) {
  if (error == MPI_ERR_PROC_FAILED_PENDING) {
    if (receive.complete || receive.free_when_complete) return;
    receive.status.error = error;
  } else {
    rank.mailbox.unpost(receive);
    receive.status = {.source = receive.peer, .tag = receive.tag, .error = error};
  }
  complete(receive);
}

void wake_probers(Rank& rank) {
  for (Strand* prober : rank.probers) rank.simulation.engine.wake(*prober->actor);
  note_activity(rank);
}

// Ends what waits in the queue of posted receives and has an error now.
void look_at_receives(Rank& rank) {
  for (Request* receive = rank.mailbox.first_posted(); receive != nullptr;) {
    Request* const next = receive->queue.next;
    const int error = error_of(*receive);
    if (error != MPI_SUCCESS) end_receive(rank, *receive, error);
    receive = next;
  }
  wake_probers(rank);
}

// Ends queued messages for which `concerns` is true: nobody will receive them.
template <class Concerns>
void refuse_messages(Rank& rank, int error, Concerns&& concerns) {
  for (Message* message = rank.mailbox.first_unexpected(); message != nullptr;) {
    Message* const next = message->queue.next;
    if (concerns(*message)) refuse(*message, error);
    message = next;
  }
}

// The members of both sides, each once.
std::vector<ProcessId> members_of(const CommunicatorShared& shared) {
  std::vector<ProcessId> members = shared.groups[0]->members();
  if (!shared.is_inter) return members;
  const std::vector<ProcessId>& others = shared.groups[1]->members();
  members.insert(members.end(), others.begin(), others.end());
  return members;
}

// A revocation on its way. Position 0 is the rank that revoked; who has it at position p gives it
// to p + 2^k for all 2^k > p, and on behalf of those that failed to whom these would.
class Notice {
 public:
  Notice(Simulation& simulation, Ref<CommunicatorShared> shared, ProcessId origin)
      : simulation_(simulation), shared_(std::move(shared)), members_(members_of(*shared_)) {
    const auto found = std::find(members_.begin(), members_.end(), origin);
    std::rotate(members_.begin(), found, members_.end());
  }

  static void start(const std::shared_ptr<Notice>& notice) { notice->arrive(notice, 0); }

 private:
  struct Letter {
    std::shared_ptr<Notice> notice;  // shared by all letters that are under way
    std::size_t position;
  };

  Rank& rank_at(std::size_t position) const { return *simulation_.ranks[members_[position]]; }

  static void delivered(void* argument, std::uint32_t) {
    const std::unique_ptr<Letter> letter(static_cast<Letter*>(argument));
    letter->notice->arrive(letter->notice, letter->position);
  }

  void arrive(const std::shared_ptr<Notice>& self, std::size_t position) {
    Rank& rank = rank_at(position);
    if (!rank.lost_host && !tell(rank)) return;
    forward(self, position, position);
  }

  // What the rank at `position` gives on, sent by the one at `from`.
  void forward(const std::shared_ptr<Notice>& self, std::size_t position, std::size_t from) {
    for (std::size_t step = std::bit_ceil(position + 1); position + step < members_.size();
         step *= 2) {
      const std::size_t next = position + step;
      if (rank_at(next).lost_host) {
        forward(self, next, from);
      } else {
        send(self, from, next);
      }
    }
  }

  void send(const std::shared_ptr<Notice>& self, std::size_t from, std::size_t to) {
    Rank& sender = rank_at(from);
    Rank& receiver = rank_at(to);
    ship(simulation_, {.transfer = {.kind = Transfer::Kind::one_sided,
                                    .sender = &sender,
                                    .receiver = &receiver,
                                    .source = sender.host,
                                    .destination = receiver.host,
                                    .size_bytes = notice_bytes},
                       .done = delivered,
                       .owner = new Letter{self, to}});
  }

  // False: it knew.
  bool tell(Rank& rank) const {
    if (!mark(rank, shared_->context)) return false;
    for (const Ref<CommunicatorShared>& side : shared_->sides) {
      if (side) mark(rank, side->context);
    }
    look_at_receives(rank);
    refuse_messages(rank, MPI_ERR_REVOKED, [&](const Message& message) {
      return is_revoked(*simulation_.failures, message.key.channel / channel_count, rank);
    });
    return true;
  }

  bool mark(const Rank& rank, std::uint32_t context) const {
    return simulation_.failures->revoked.insert(revocation(context, rank.process)).second;
  }

  static constexpr MPI_Count notice_bytes = 8;
  Simulation& simulation_;
  Ref<CommunicatorShared> shared_;
  std::vector<ProcessId> members_;
};

}  // namespace

Failures& failures_of(Simulation& simulation) {
  if (!simulation.failures) {
    simulation.failures = std::make_shared<Failures>();
    simulation.is_watched = true;
  }
  return *simulation.failures;
}

void lose_processes(Simulation& simulation, std::span<Rank* const> lost) {
  for (Rank* rank : lost) {
    while (rank->mailbox.first_posted() != nullptr) {
      rank->mailbox.unpost(*rank->mailbox.first_posted());
    }
    rank->probers.clear();
  }
  for (Rank* rank : simulation.ranks) {
    refuse_messages(*rank, MPI_ERR_PROC_FAILED, [](const Message& message) {
      return message.sender->lost_host && !message.flow_started && !message.detached;
    });
  }
}

void announce_failures(Simulation& simulation, std::span<Rank* const> lost) {
  Failures& failures = failures_of(simulation);
  for (Rank* rank : lost) {
    rank->is_known_failed = true;
    failures.known.push_back(rank);
  }
  for (Rank* rank : simulation.ranks) {
    if (rank->phase == Phase::ended && !rank->lost_host) continue;
    if (rank->lost_host) {
      refuse_messages(*rank, MPI_ERR_PROC_FAILED, [](const Message&) { return true; });
    } else {
      look_at_receives(*rank);
    }
  }
}

void revoke(Communicator& communicator) {
  Simulation& simulation = communicator.simulation();
  failures_of(simulation);
  const auto notice = std::make_shared<Notice>(
      simulation, Ref<CommunicatorShared>(&communicator.shared()), communicator.owner().process);
  Notice::start(notice);
}

bool is_revoked(const Communicator& communicator) {
  const Failures* failures = communicator.simulation().failures.get();
  return failures != nullptr &&
         is_revoked(*failures, communicator.shared().context, communicator.owner());
}

bool is_broken(const Communicator& communicator) {
  return is_revoked(communicator) || known_failed_count(communicator) > 0;
}

std::vector<ProcessId> known_failed(const Communicator& communicator) {
  std::vector<ProcessId> failed;
  const Failures* failures = communicator.simulation().failures.get();
  if (failures == nullptr) return failed;
  for (const Rank* rank : failures->known) {
    if (is_member(communicator, *rank)) failed.push_back(rank->process);
  }
  return failed;
}

int known_failed_count(const Communicator& communicator) {
  Failures* const failures = communicator.simulation().failures.get();
  if (failures == nullptr) return 0;
  Failures::Counted& counted =
      failures->counted[revocation(communicator.shared().context, communicator.owner().process)];
  for (; counted.looked_at < failures->known.size(); counted.looked_at++) {
    if (is_member(communicator, *failures->known[counted.looked_at])) counted.member_count++;
  }
  return counted.member_count;
}

int acknowledge(Communicator& communicator, int count) {
  const int failed_count = known_failed_count(communicator);
  communicator.acknowledged_failures =
      std::max(communicator.acknowledged_failures, std::min(count, failed_count));
  // Wildcards whose error was told already wait for a message again.
  Mailbox& mailbox = communicator.owner().mailbox;
  for (Request* receive = mailbox.first_posted(); receive != nullptr;
       receive = receive->queue.next) {
    if (stays_pending(*receive) && error_of(*receive) == MPI_SUCCESS) {
      receive->complete = false;
      receive->status.error = MPI_SUCCESS;
    }
  }
  return communicator.acknowledged_failures;
}

int send_error(const Message& message) {
  const Failures* failures = message.sender->simulation.failures.get();
  if (failures == nullptr) return MPI_SUCCESS;
  if (is_revoked(*failures, message.key.channel / channel_count, *message.sender))
    return MPI_ERR_REVOKED;
  return message.receiver->is_known_failed ? MPI_ERR_PROC_FAILED : MPI_SUCCESS;
}

int receive_error(const Communicator& communicator, Channel channel, int source) {
  const Failures* failures = communicator.simulation().failures.get();
  if (failures == nullptr || source == MPI_PROC_NULL) return MPI_SUCCESS;
  if (is_revoked(*failures, communicator.shared().context, communicator.owner()))
    return MPI_ERR_REVOKED;
  if (source != MPI_ANY_SOURCE) {
    return communicator.peer(source).is_known_failed ? MPI_ERR_PROC_FAILED : MPI_SUCCESS;
  }
  const int failed_count = known_failed_count(communicator);
  if (channel != Channel::point_to_point)
    return failed_count > 0 ? MPI_ERR_PROC_FAILED : MPI_SUCCESS;
  return failed_count > communicator.acknowledged_failures ? MPI_ERR_PROC_FAILED_PENDING
                                                           : MPI_SUCCESS;
}

bool is_refused(Request& request, bool is_there) {
  const int error = error_of(request);
  if (error == MPI_SUCCESS || (is_there && error != MPI_ERR_REVOKED)) return false;
  if (error == MPI_ERR_PROC_FAILED_PENDING) request.owner->mailbox.post(request);
  request.status = {.source = request.peer, .tag = request.tag, .error = error};
  complete(request);
  return true;
}

bool stays_pending(const Request& request) {
  return request.posted && request.status.error == MPI_ERR_PROC_FAILED_PENDING;
}

int take_failure() {
  return std::exchange(running_strand->collective_error, std::int16_t{MPI_SUCCESS});
}

bool has_failure() {
  return running_strand->collective_error != MPI_SUCCESS;
}

}  // namespace smpi::p2p
