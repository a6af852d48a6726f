// SPDX-License-Identifier: BSD-3-Clause
//
// Probes and matched probes (MPI 5.0, 3.8).
#include "libsmpi/mpi/p2p/probe.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/message.h"
#include "libsmpi/mpi/requests/polling.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

// What a probe looks for; buffer and type do not matter.
p2p::ReceiveSpec probe_spec(Communicator* communicator, int source, int tag) {
  return {.buffer = nullptr,
          .count = 0,
          .type = nullptr,
          .source = source,
          .tag = tag,
          .communicator = communicator};
}

Check check_probe(int source, int tag, MPI_Comm comm) {
  Check check(comm);
  check.source(source).receive_tag(tag);
  return check;
}

// The message that a nonblocking probe finds, and what looking costs.
p2p::Message* probe_once(const p2p::ReceiveSpec& spec) {
  p2p::Message* message = nullptr;
  p2p::poll(PollKind::probe, [&] {
    message = p2p::probe(spec);
    return message != nullptr;
  });
  return message;
}

MPI_Message take_for_matched_receive(p2p::Message& message) {
  p2p::extract(message);
  message.handle = current_rank().simulation.handles.messages.add(&message);
  return reinterpret_cast<MPI_Message>(static_cast<std::uintptr_t>(message.handle));
}

// Receives of a matched probe share their checks: the message and the buffer.
struct MatchedReceive {
  Check check;
  p2p::Message* message = nullptr;

  MatchedReceive(void* buffer, MPI_Count count, MPI_Datatype type, const MPI_Message* handle) {
    check.count(count).type(type).buffer(buffer, count).pointer(handle, "message");
    if (check.failed() || *handle == MPI_MESSAGE_NO_PROC) return;
    message =
        current_rank().simulation.handles.messages.find(reinterpret_cast<std::uintptr_t>(*handle));
    check.require(message != nullptr, MPI_ERR_REQUEST, "not a message of a matched probe");
  }

  Request* start(void* buffer, MPI_Count count, MPI_Message* handle) {
    p2p::ReceiveSpec spec = probe_spec(current_rank().self, MPI_PROC_NULL, 0);
    spec.buffer = buffer;
    spec.count = count;
    spec.type = check.datatype();
    const bool no_process = *handle == MPI_MESSAGE_NO_PROC;
    *handle = MPI_MESSAGE_NULL;
    if (no_process) return p2p::start_receive(spec);
    current_rank().simulation.handles.messages.remove(message->handle);
    return p2p::start_matched_receive(*message, spec);
  }
};

int mrecv(void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* handle,
          MPI_Status* status) {
  MatchedReceive receive(buffer, count, type, handle);
  if (receive.check.failed()) return receive.check.raise();
  Request* request = receive.start(buffer, count, handle);
  wait_for(*request);
  const Status result = finish(*request);
  write_status(result, status);
  return raise(nullptr, result.error);
}

int imrecv(void* buffer, MPI_Count count, MPI_Datatype type, MPI_Message* handle,
           MPI_Request* request) {
  MatchedReceive receive(buffer, count, type, handle);
  receive.check.pointer(request, "request");
  if (receive.check.failed()) return receive.check.raise();
  Request* started = receive.start(buffer, count, handle);
  if (Analysis* checks = analysis_of(*started->owner)) {
    const analysis::BufferUse use{
        .place = analysis::Footprint(buffer, count, *receive.check.datatype()),
        .access = analysis::Access::write};
    checks->buffers.start(*started, {&use, 1});
  }
  *request = to_handle(started);
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Probe(int source, int tag, MPI_Comm comm, MPI_Status* status) {
  const Call call;
  const Check check = check_probe(source, tag, comm);
  if (check.failed()) return check.raise();
  if (source == MPI_PROC_NULL) {
    write_status(proc_null_status, status);
    return MPI_SUCCESS;
  }
  const p2p::ReceiveSpec spec = probe_spec(check.communicator(), source, tag);
  const auto* message = p2p::wait_for_message(spec);
  if (message == nullptr) return raise(check.communicator(), p2p::probe_error(spec));
  write_status(p2p::status_of(*message), status);
  return MPI_SUCCESS;
}

int PMPI_Iprobe(int source, int tag, MPI_Comm comm, int* flag, MPI_Status* status) {
  const PollCall call;
  Check check = check_probe(source, tag, comm);
  check.pointer(flag, "flag");
  if (check.failed()) return check.raise();
  *flag = 1;
  if (source == MPI_PROC_NULL) {
    write_status(proc_null_status, status);
    return MPI_SUCCESS;
  }
  const p2p::ReceiveSpec spec = probe_spec(check.communicator(), source, tag);
  const auto* message = probe_once(spec);
  *flag = message != nullptr ? 1 : 0;
  if (message == nullptr) return raise(check.communicator(), p2p::probe_error(spec));
  if (message != nullptr) write_status(p2p::status_of(*message), status);
  return MPI_SUCCESS;
}

int PMPI_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message* message, MPI_Status* status) {
  const Call call;
  Check check = check_probe(source, tag, comm);
  check.pointer(message, "message");
  if (check.failed()) return check.raise();
  if (source == MPI_PROC_NULL) {
    *message = MPI_MESSAGE_NO_PROC;
    write_status(proc_null_status, status);
    return MPI_SUCCESS;
  }
  const p2p::ReceiveSpec spec = probe_spec(check.communicator(), source, tag);
  auto* found = p2p::wait_for_message(spec);
  if (found == nullptr) return raise(check.communicator(), p2p::probe_error(spec));
  write_status(p2p::status_of(*found), status);
  *message = take_for_matched_receive(*found);
  return MPI_SUCCESS;
}

int PMPI_Improbe(int source, int tag, MPI_Comm comm, int* flag, MPI_Message* message,
                 MPI_Status* status) {
  const PollCall call;
  Check check = check_probe(source, tag, comm);
  check.pointer(flag, "flag").pointer(message, "message");
  if (check.failed()) return check.raise();
  *flag = 1;
  if (source == MPI_PROC_NULL) {
    *message = MPI_MESSAGE_NO_PROC;
    write_status(proc_null_status, status);
    return MPI_SUCCESS;
  }
  auto* found = probe_once(probe_spec(check.communicator(), source, tag));
  *flag = found != nullptr ? 1 : 0;
  *message = MPI_MESSAGE_NULL;
  if (found == nullptr) return MPI_SUCCESS;
  write_status(p2p::status_of(*found), status);
  *message = take_for_matched_receive(*found);
  return MPI_SUCCESS;
}

int PMPI_Mrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
               MPI_Status* status) {
  const Call call;
  return mrecv(buf, count, datatype, message, status);
}

int PMPI_Imrecv(void* buf, int count, MPI_Datatype datatype, MPI_Message* message,
                MPI_Request* request) {
  const Call call;
  return imrecv(buf, count, datatype, message, request);
}

#include <large_counts/p2p/probe.inc>

}  // extern "C"
