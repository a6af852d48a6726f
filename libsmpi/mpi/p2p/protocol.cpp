// SPDX-License-Identifier: BSD-3-Clause
//
// One message from the send to the completion of its receive. Reading order: start_send ->
// post_message -> match -> begin_transfer -> transfer_done.
#include "libsmpi/mpi/p2p/protocol.h"

#include "kernel/error.h"
#include "libsmpi/mpi/comm/collective_channel.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/errors/user_errors.h"
#include "libsmpi/mpi/p2p/announcements.h"
#include "libsmpi/mpi/p2p/buffered_send.h"
#include "libsmpi/mpi/p2p/carried_message.h"
#include "libsmpi/mpi/p2p/device_copies.h"
#include "libsmpi/mpi/p2p/failures.h"
#include "libsmpi/mpi/p2p/late_arrival.h"
#include "libsmpi/mpi/p2p/mailbox.h"
#include "libsmpi/mpi/p2p/match_pattern.h"
#include "libsmpi/mpi/p2p/request_spec.h"
#include "libsmpi/mpi/p2p/sockets.h"
#include "libsmpi/mpi/p2p/transfer.h"
#include "libsmpi/mpi/p2p/turns.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/overheads.h"
#include "libsmpi/mpi/session/session.h"
#include "libsmpi/ranks/runtime/checks.h"
#include "libsmpi/ranks/runtime/send_buffer.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/ranks/runtime/wire.h"
#include "models/network/network.h"

namespace smpi::p2p {
namespace {

// The data is where it belongs: the sender's buffer is not needed any more.
void give_back_buffer(Message& message) {
  if (message.lent == nullptr) return;
  *message.lent = nullptr;
  message.lent = nullptr;
}

bool has_copy(const Message& message) {
  return message.copy != nullptr || message.content != nullptr;
}

void free_message(Simulation& simulation, Message& message) {
  if (has_copy(message)) [[unlikely]]
    drop_payload(message);
  if (simulation.checks != nullptr) {
    message.type->release();
    simulation.checks->forget(message);
  }
  if (message.buffered_in != nullptr) release(message);
  if (message.send != nullptr) message.send->message = nullptr;
  simulation.message_pool.free(&message);
}

void complete_send(Message& message) {
  Request& send = *message.send;
  message.send = nullptr;
  send.message = nullptr;
  complete(send);
}

bool awaits_send(const Message& message) {
  return message.send != nullptr && !message.detached;
}

void finish_receive(Message& message) {
  if (awaits_send(message)) complete_send(message);
  Request& receive = *message.receive;
  receive.detached = message.detached;
  receive.message = nullptr;
  // Not of the message's sender: its rank has long left the caches.
  free_message(receive.owner->simulation, message);
  complete(receive);
}

void copied_to_device(void* message, std::uint32_t) {
  finish_receive(*static_cast<Message*>(message));
}

// The data of a matched message have crossed the network.
void land(Message& message) {
  const bool is_watched = message.receive->owner->simulation.is_watched;
  if (!is_watched || !copies_to_device(message, copied_to_device)) return finish_receive(message);
  if (awaits_send(message)) complete_send(message);
}

void transfer_done(void* argument, std::uint32_t) {
  auto& message = *static_cast<Message*>(argument);
  message.arrived = true;
  if (message.receive != nullptr) {
    land(message);
  } else if (awaits_send(message)) {
    stage(message);  // the buffer is the program's again
    complete_send(message);
  }
}

[[gnu::always_inline]] inline Shipment shipment_of(Message& message, kernel::EventHandler done) {
  Rank& sender = *message.sender;
  return {.transfer = {.kind = Transfer::Kind::message,
                       .sender = &sender,
                       .receiver = message.receiver,
                       .source = sender.host,
                       .destination = message.receiver->host,
                       .size_bytes = message.size_bytes,
                       .message = &message},
          .counted_for = &sender,
          .done = done,
          .owner = &message,
          .announcement = message.announcement};
}

inline void ship_message(Message& message, kernel::EventHandler done) {
  ship(message.sender->simulation, shipment_of(message, done));
}

// The rest of a long message is in the socket, and the buffer is the program's again.
void handed_over(void* argument, std::uint32_t) {
  auto& message = *static_cast<Message*>(argument);
  if (!awaits_send(message) || message.send->mode == SendMode::synchronous) return;
  if (message.receive == nullptr) stage(message);
  complete_send(message);
}

void ship_from_socket(const Sockets::Entry& entry);

// Of a long message in a socket: what waits behind it begins.
void socket_done(void* argument, std::uint32_t) {
  const auto& message = *static_cast<Message*>(argument);
  const kernel::EventHandler done =
      message.sender->simulation.overheads.sockets->leave(message, ship_from_socket);
  done(argument, 0);
}

void ship_from_socket(const Sockets::Entry& entry) {
  Message& message = *entry.message;
  if (!Sockets::is_long(message)) return ship_message(message, entry.done);
  Simulation& simulation = message.sender->simulation;
  const double share = simulation.overheads.sockets->share_before_return(message);
  if (share > 0 && share < 1)
    return ship_in_parts(simulation, shipment_of(message, socket_done), share, handed_over);
  ship_message(message, socket_done);
  if (share == 0) handed_over(&message, 0);
}

// Through a socket, where there are any.
void send_off(Message& message, kernel::EventHandler done) {
  Sockets* sockets = message.sender->simulation.overheads.sockets;
  if (sockets == nullptr || !Sockets::is_used_by(message)) return ship_message(message, done);
  if (sockets->enter({&message, done})) ship_from_socket({&message, done});
}

// Of a message that had its turn: the next one begins, or those that wait with it.
void turn_done(void* argument, std::uint32_t) {
  const auto& message = *static_cast<Message*>(argument);
  PairTurns& turns = *message.sender->simulation.overheads.turns;
  turns.pass_on(message, [](Message& next) { send_off(next, turn_done); });
  transfer_done(argument, 0);
}

// False: the message takes no turns.
bool begin_in_turn(Message& message) {
  PairTurns* turns = message.sender->simulation.overheads.turns;
  if (turns == nullptr || !turns->concerns(message)) return false;
  if (turns->take(message)) send_off(message, turn_done);
  return true;
}

// One that takes turns or waits in a socket, or is inside a collective: it may cost more or less,
// or nothing, and then crosses no wire.
void begin_from_host(Message& message) {
  if (begin_in_turn(message)) return;
  Simulation& simulation = message.sender->simulation;
  const double scale = simulation.overheads.collective_scale;
  if (scale == 1 || !is_of_collective(message.key.channel)) {
    send_off(message, transfer_done);
  } else if (scale == 0) {
    withdraw_announcement(message);
    transfer_done(&message, 0);
  } else {
    ship_scaled(simulation, shipment_of(message, transfer_done), scale);
  }
}

[[gnu::cold, gnu::noinline]] void begin_watched_transfer(Message& message) {
  const auto begin = [](void* self, std::uint32_t) {
    begin_from_host(*static_cast<Message*>(self));
  };
  if (!copies_to_host(message, begin)) begin_from_host(message);
}

void begin_transfer(Message& message) {
  message.flow_started = true;
  if (message.sender->simulation.is_watched) [[unlikely]]
    return begin_watched_transfer(message);
  ship_message(message, transfer_done);
}

// To observers and checks, before the data goes to the receive.
[[gnu::cold, gnu::noinline]] void tell_match(Simulation& simulation, const Message& message,
                                             Request& receive) {
  receive.complete = false;  // a wildcard may have told an error
  if (message.error != MPI_SUCCESS) receive.status.error = message.error;
  simulation.observers.tell([&](Observer& one) { one.match_message(message, receive); });
  if (simulation.checks == nullptr) return;
  simulation.checks->match(message, receive);
  simulation.checks->before_delivery(receive);
}

void match(Message& message, Request& receive) {
  message.receive = &receive;
  receive.message = &message;
  receive.status = {.source = message.key.source,
                    .tag = message.key.tag,
                    .error = MPI_SUCCESS,
                    .cancelled = false,
                    .size_bytes = message.size_bytes};
  Simulation& simulation = receive.owner->simulation;
  if (simulation.is_watched) [[unlikely]]
    tell_match(simulation, message, receive);
  deliver(message, receive);
  if (simulation.is_watched && simulation.checks != nullptr) [[unlikely]]
    simulation.checks->after_delivery(receive);
  give_back_buffer(message);
  if (message.arrived) {
    if (message.error != MPI_SUCCESS) [[unlikely]]
      receive.status.error = message.error;
    land(message);
  } else if (!message.flow_started) {
    begin_transfer(message);
  }
}

// Does the message leave before its receive is there? A synchronous send waits for it (MODELS 7.2).
bool is_eager(const Message& message) {
  return static_cast<double>(message.size_bytes) <
             message.sender->simulation.tuning.async_small_bytes &&
         !(awaits_send(message) && message.send->mode == SendMode::synchronous);
}

// Finds a receive for a message that is there, or queues it.
void arrive(Message& message) {
  Simulation& simulation = message.sender->simulation;
  if (simulation.network.traits().wants_announcements && !is_eager(message)) [[unlikely]]
    announce(message);
  Mailbox& mailbox = message.receiver->mailbox;
  Request* receive = mailbox.take_receive(message.key);
  if (receive != nullptr) {
    match(message, *receive);
    return;
  }
  if (message.detached && message.lent == nullptr && !has_copy(message)) stage(message);
  mailbox.add_unexpected(message);
  note_activity(*message.receiver);
  for (Strand* prober : message.receiver->probers) simulation.engine.wake(*prober->actor);
  if (!message.flow_started && is_eager(message)) begin_transfer(message);
}

// Tells observers and checks; true when these keep the message back.
[[gnu::cold, gnu::noinline]] bool is_kept_back(Simulation& simulation, Message& message) {
  simulation.observers.tell([&](Observer& one) { one.send_message(message); });
  if (simulation.checks == nullptr || !simulation.checks->keeps_back(message)) return false;
  if (message.detached && message.lent == nullptr) stage(message);
  return true;
}

// An error other than MPI_SUCCESS: the message cannot be sent, and is gone.
[[gnu::cold, gnu::noinline]] int post_watched(Simulation& simulation, Message& message) {
  const int error = send_error(message);
  if (error != MPI_SUCCESS) {
    give_back_buffer(message);
    free_message(simulation, message);
  } else if (!is_kept_back(simulation, message)) {
    arrive(message);
  }
  return error;
}

// The same.
int post_message(Message& message) {
  Simulation& simulation = message.sender->simulation;
  if (simulation.is_watched) [[unlikely]]
    return post_watched(simulation, message);
  arrive(message);
  return MPI_SUCCESS;
}

[[gnu::cold, gnu::noinline]] void tell_send(Message& message, const SendSpec& spec) {
  note(spec, message.size_bytes);
  if (spec.channel != Channel::point_to_point) message.error = running_strand->collective_error;
  // The type may be freed before the receive.
  if (message.sender->simulation.checks != nullptr) message.type->retain();
}

Message& make_message(const SendSpec& spec, MPI_Count size_bytes) {
  Communicator& communicator = *spec.communicator;
  Simulation& simulation = communicator.simulation();
  Message& message = *simulation.message_pool.make();
  message.key = {communicator.channel(spec.channel), communicator.rank(), spec.tag};
  message.sender = &communicator.owner();
  message.receiver = &communicator.peer(spec.destination);
  message.size_bytes = size_bytes;
  message.buffer = spec.buffer;
  message.count = spec.count;
  message.type = spec.type;
  message.sent_at = running_strand->call.return_address;
  if (simulation.is_watched) [[unlikely]]
    tell_send(message, spec);
  return message;
}

// Does the send complete before its transfer (MODELS 7)?
bool is_detached(const SendSpec& spec, MPI_Count size_bytes) {
  if (spec.mode == SendMode::synchronous) return false;
  if (spec.mode == SendMode::buffered) return true;
  const Simulation& simulation = spec.communicator->simulation();
  if (static_cast<double>(size_bytes) < simulation.tuning.detached_bytes) return true;
  // In collectives that cost nothing, nobody waits for who only receives.
  return simulation.overheads.collective_scale == 0 && is_of_collective(spec.channel);
}

int reserve_buffer(const SendSpec& spec, Message& message) {
  if (spec.mode != SendMode::buffered) return MPI_SUCCESS;
  Communicator& communicator = *spec.communicator;
  SendBuffer& own = communicator.send_buffer;
  if (own.attached) return reserve(own, message);
  Session* session = communicator.session.get();
  return reserve(session != nullptr ? session->send_buffer : message.sender->send_buffer, message);
}

[[gnu::cold, gnu::noinline]] void sleep_overhead(Overhead& overhead, MPI_Count size_bytes,
                                                 const SendSpec& spec) {
  Simulation& simulation = spec.communicator->simulation();
  const Rank& sender = spec.communicator->owner();
  const bool asks_for_hosts = overhead.given && spec.destination >= 0;
  const Ends ends = {sender.host,
                     asks_for_hosts ? spec.communicator->peer(spec.destination).host : sender.host};
  double time_s = overhead.seconds(static_cast<double>(size_bytes), sender.process, ends);
  if (is_of_collective(spec.channel)) time_s *= simulation.overheads.collective_scale;
  simulation.engine.sleep(time_s);
}

// The software overhead of a send, before it is posted (MODELS 7.3).
void charge(Overhead OverheadTables::*kind, MPI_Count size_bytes, const SendSpec& spec) {
  OverheadTables& all = spec.communicator->simulation().overheads;
  if (all.any) [[unlikely]]
    sleep_overhead(all.*kind, size_bytes, spec);
}

// Is the time that a nonblocking send takes charged? Not that of a blocking one that waits for its
// receive, nor of one that was charged before.
enum class Charge { none, nonblocking };

// Posts the send that `request` describes.
void post_send(Request& request, Charge charged) {
  const SendSpec spec = spec_of(request);
  request.status = empty_status;
  if (request.message != nullptr) request.message->send = nullptr;  // of an earlier start
  request.message = nullptr;
  if (spec.destination == MPI_PROC_NULL) {
    complete(request);
    return;
  }
  const MPI_Count size_bytes = spec.count * spec.type->size_bytes();
  request.detached = is_detached(spec, size_bytes);
  if (charged == Charge::nonblocking) charge(&OverheadTables::nonblocking_send, size_bytes, spec);
  Message& message = make_message(spec, size_bytes);
  message.detached = request.detached;
  request.status.error = reserve_buffer(spec, message);
  if (request.status.error != MPI_SUCCESS) {
    free_message(message.sender->simulation, message);
    complete(request);
    return;
  }
  message.send = &request;
  request.message = &message;
  if (request.detached) complete(request);
  const int error = post_message(message);
  if (error == MPI_SUCCESS) [[likely]]
    return;
  request.status.error = error;
  if (!request.complete) complete(request);
}

Request* start_send(const SendSpec& spec, Charge charged) {
  Request* request = make_request(RequestKind::send);
  fill(*request, spec);
  post_send(*request, charged);
  return request;
}

// A send without a request, which is complete when this returns; the error of MPI_Bsend's buffer.
// With `lent` the data stays in the buffer, and *lent is the message, until a receive has got it.
int post_detached(const SendSpec& spec, MPI_Count size_bytes, Message** lent = nullptr) {
  Message& message = make_message(spec, size_bytes);
  message.detached = true;
  message.lent = lent;
  if (lent != nullptr) *lent = &message;
  const int error = reserve_buffer(spec, message);
  if (error != MPI_SUCCESS) {
    give_back_buffer(message);
    free_message(message.sender->simulation, message);
    return error;
  }
  return post_message(message);
}

// Tells observers and checks; true when the receive has failed.
[[gnu::cold, gnu::noinline]] bool is_kept_back(Request& request) {
  note(request);
  const Simulation& simulation = request.owner->simulation;
  simulation.observers.tell([&](Observer& one) { one.post_receive(request); });
  if (request.peer == any_source && simulation.checks != nullptr) simulation.checks->post(request);
  return is_refused(request, request.owner->mailbox.find_message(pattern_of(request)) != nullptr);
}

void post_receive(Request& request) {
  if (request.peer == MPI_PROC_NULL) {
    request.status = proc_null_status;
    complete(request);
    return;
  }
  if (request.owner->simulation.is_watched && is_kept_back(request)) [[unlikely]]
    return;
  Mailbox& mailbox = request.owner->mailbox;
  Message* message = mailbox.find_message(pattern_of(request));
  if (message == nullptr) {
    mailbox.post(request);
    return;
  }
  mailbox.remove_unexpected(*message);
  match(*message, request);
}

// Of a receive that a blocking call waited for. One from anybody that told a failure waits no more.
Status finish_waited(Request& receive) {
  if (receive.posted) [[unlikely]] {
    receive.owner->mailbox.unpost(receive);
    receive.status.error = MPI_ERR_PROC_FAILED;
  }
  return finish(receive);
}

}  // namespace

int send(const SendSpec& spec) {
  if (spec.destination == MPI_PROC_NULL) return MPI_SUCCESS;
  const MPI_Count size_bytes = spec.count * spec.type->size_bytes();
  const bool detached = is_detached(spec, size_bytes);
  if (spec.is_begun) {
    charge(&OverheadTables::nonblocking_send, size_bytes, spec);
  } else if (detached || spec.mode == SendMode::synchronous) {
    charge(&OverheadTables::blocking_send, size_bytes, spec);
  }
  if (detached) return post_detached(spec, size_bytes);
  Request* request = start_send(spec, Charge::none);
  wait_for(*request);
  return finish_own(*request);
}

Status receive(const ReceiveSpec& spec) {
  Request* request = start_receive(spec);
  wait_for(*request);
  return finish_waited(*request);
}

Exchanged exchange(const SendSpec& outgoing, const ReceiveSpec& incoming) {
  const bool is_for_somebody = outgoing.destination != MPI_PROC_NULL;
  const MPI_Count size_bytes = is_for_somebody ? outgoing.count * outgoing.type->size_bytes() : 0;
  if (is_for_somebody) charge(&OverheadTables::nonblocking_send, size_bytes, outgoing);
  Request* receive = start_receive(incoming);
  if (is_for_somebody && is_detached(outgoing, size_bytes)) {
    // Most often the other side has posted its receive before its own one completes: no copy.
    Message* lent = nullptr;
    const int error = post_detached(outgoing, size_bytes, &lent);
    wait_for(*receive);
    if (lent != nullptr) {
      stage(*lent);
      give_back_buffer(*lent);
    }
    return {finish_waited(*receive), error};
  }
  Request* send = start_send(outgoing, Charge::none);
  Request* both[] = {receive, send};
  wait_for_all(both);
  const Status received = finish_waited(*receive);
  return {received, finish(*send).error};
}

Request* start_send(const SendSpec& spec) {
  return start_send(spec, Charge::nonblocking);
}

// Apart from receive(): each frame above a switch of contexts is a return that is predicted wrong.
[[gnu::noinline]] Request* start_receive(const ReceiveSpec& spec) {
  Request* request = make_request(RequestKind::receive);
  fill(*request, spec);
  post_receive(*request);
  return request;
}

Request* make_send(const SendSpec& spec) {
  Request* request = make_request(RequestKind::send);
  fill(*request, spec);
  request->persistent = true;
  request->active = false;
  return request;
}

Request* make_receive(const ReceiveSpec& spec) {
  Request* request = make_request(RequestKind::receive);
  fill(*request, spec);
  request->persistent = true;
  request->active = false;
  return request;
}

void start(Request& request) {
  request.active = true;
  request.was_started = true;
  request.complete = false;
  request.detached = false;
  request.handled = false;
  request.status = empty_status;
  if (request.kind == RequestKind::send) {
    post_send(request, Charge::nonblocking);
  } else {
    post_receive(request);
  }
}

bool cancel(Request& request) {
  if (request.kind == RequestKind::receive) {
    if (!request.posted) return false;
    request.owner->mailbox.unpost(request);
    request.status = empty_status;
    request.status.cancelled = true;
    complete(request);
    return true;
  }
  Message* message = request.message;
  if (message == nullptr || !message->queued || message->flow_started) return false;
  message->receiver->mailbox.remove_unexpected(*message);
  withdraw_announcement(*message);
  free_message(request.owner->simulation, *message);
  request.message = nullptr;
  request.status.cancelled = true;
  if (!request.complete) complete(request);
  return true;
}

void refuse(Message& message, int error) {
  if (awaits_send(message)) message.send->status.error = error;
  if (message.flow_started) {
    if (awaits_send(message)) complete_send(message);
    return;
  }
  message.receiver->mailbox.remove_unexpected(message);
  withdraw_announcement(message);
  give_back_buffer(message);
  Request* const send = awaits_send(message) ? message.send : nullptr;
  free_message(message.sender->simulation, message);
  if (send != nullptr) complete(*send);
}

void post_again(Message& message) {
  arrive(message);
}

Request* start_matched_receive(Message& message, const ReceiveSpec& spec) {
  Request* request = make_request(RequestKind::receive);
  fill(*request, spec);
  match(message, *request);
  return request;
}

Message* message_of(kernel::EventHandler done, void* owner) {
  const bool is_message = done == transfer_done || done == turn_done || done == socket_done;
  return is_message ? static_cast<Message*>(owner) : nullptr;
}

bool fail_transfer(const models::Network::FailedFlow& flow, const std::string& cause) {
  Message* message = message_of(flow.done, flow.owner);
  if (message == nullptr) return false;
  message->error = MPI_ERR_OTHER;
  if (awaits_send(*message)) {
    message->send->status.error = MPI_ERR_OTHER;
    message->sender->user_errors.set_cause(cause);
  }
  message->receiver->user_errors.set_cause(cause);
  if (message->receive != nullptr) message->receive->status.error = MPI_ERR_OTHER;
  flow.done(message, 0);
  return true;
}

}  // namespace smpi::p2p
