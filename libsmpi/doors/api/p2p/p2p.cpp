// SPDX-License-Identifier: BSD-3-Clause
//
// Point-to-point communication (MPI 5.0, 3.2 - 3.6, 3.9, 3.10): sends and receives. Each function
// and its large-count form check their arguments and hand a spec to p2p/protocol.
#include <array>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using p2p::ReceiveSpec;
using p2p::SendSpec;

// The arguments of a send in the order of the standard.
struct SendArguments {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int destination;
  int tag;
  MPI_Comm comm;
};

struct ReceiveArguments {
  void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int source;
  int tag;
  MPI_Comm comm;
};

Check check(const SendArguments& a) {
  Check result(a.comm);
  result.count(a.count)
      .type(a.type, a.count)
      .buffer(a.buffer, a.count)
      .destination(a.destination)
      .send_tag(a.tag);
  return result;
}

Check check(const ReceiveArguments& a) {
  Check result(a.comm);
  result.count(a.count)
      .type(a.type, a.count)
      .buffer(a.buffer, a.count)
      .source(a.source)
      .receive_tag(a.tag);
  return result;
}

SendSpec spec(const Check& checked, const SendArguments& a, SendMode mode) {
  return {.buffer = a.buffer,
          .count = a.count,
          .type = checked.datatype(),
          .destination = a.destination,
          .tag = a.tag,
          .communicator = checked.communicator(),
          .mode = mode};
}

ReceiveSpec spec(const Check& checked, const ReceiveArguments& a) {
  return {.buffer = a.buffer,
          .count = a.count,
          .type = checked.datatype(),
          .source = a.source,
          .tag = a.tag,
          .communicator = checked.communicator()};
}

analysis::BufferUse use_of(const SendSpec& send) {
  if (send.destination == MPI_PROC_NULL || send.count == 0) return {};
  return {.place = analysis::Footprint(send.buffer, send.count, *send.type)};
}

analysis::BufferUse use_of(const ReceiveSpec& receive) {
  if (receive.source == MPI_PROC_NULL || receive.count == 0) return {};
  return {.place = analysis::Footprint(receive.buffer, receive.count, *receive.type),
          .access = analysis::Access::write};
}

// For the checks of buffers: a blocking call has these.
template <class... Specs>
void note_buffers(const Communicator& communicator, const Specs&... specs) {
  Analysis* checks = analysis_of(communicator.owner());
  if (checks == nullptr) [[likely]]
    return;
  const std::array uses{use_of(specs)...};
  checks->buffers.look(communicator.owner(), uses);
}

MPI_Request note_start(Request* request) {
  if (Analysis* checks = analysis_of(*request->owner)) checks->buffers.start(*request);
  return to_handle(request);
}

int send(const SendArguments& arguments, SendMode mode) {
  const Check checked = check(arguments);
  if (checked.failed()) return checked.raise();
  const SendSpec outgoing = spec(checked, arguments, mode);
  note_buffers(*outgoing.communicator, outgoing);
  const int error = p2p::send(outgoing);
  return error == MPI_SUCCESS ? error : raise(outgoing.communicator, error);
}

int isend(const SendArguments& arguments, SendMode mode, MPI_Request* request) {
  Check checked = check(arguments);
  checked.pointer(request, "request");
  if (checked.failed()) return checked.raise();
  *request = note_start(p2p::start_send(spec(checked, arguments, mode)));
  return MPI_SUCCESS;
}

int send_init(const SendArguments& arguments, SendMode mode, MPI_Request* request) {
  Check checked = check(arguments);
  checked.pointer(request, "request");
  if (checked.failed()) return checked.raise();
  *request = to_handle(p2p::make_send(spec(checked, arguments, mode)));
  return MPI_SUCCESS;
}

int receive(const ReceiveArguments& arguments, MPI_Status* status) {
  const Check checked = check(arguments);
  if (checked.failed()) return checked.raise();
  const ReceiveSpec incoming = spec(checked, arguments);
  note_buffers(*incoming.communicator, incoming);
  const Status result = p2p::receive(incoming);
  write_status(result, status);
  if (result.error == MPI_SUCCESS) return MPI_SUCCESS;
  return raise(checked.communicator(), result.error);
}

int ireceive(const ReceiveArguments& arguments, MPI_Request* request) {
  Check checked = check(arguments);
  checked.pointer(request, "request");
  if (checked.failed()) return checked.raise();
  *request = note_start(p2p::start_receive(spec(checked, arguments)));
  return MPI_SUCCESS;
}

int receive_init(const ReceiveArguments& arguments, MPI_Request* request) {
  Check checked = check(arguments);
  checked.pointer(request, "request");
  if (checked.failed()) return checked.raise();
  *request = to_handle(p2p::make_receive(spec(checked, arguments)));
  return MPI_SUCCESS;
}

// MPI 3.11: the send and the receive proceed together.
int sendrecv(const SendArguments& outgoing, const ReceiveArguments& incoming, MPI_Status* status) {
  const Check sending = check(outgoing);
  if (sending.failed()) return sending.raise();
  const Check receiving = check(incoming);
  if (receiving.failed()) return receiving.raise();
  const SendSpec send_spec = spec(sending, outgoing, SendMode::standard);
  const ReceiveSpec receive_spec = spec(receiving, incoming);
  note_buffers(*sending.communicator(), send_spec, receive_spec);
  const auto [received, send_error] = p2p::exchange(send_spec, receive_spec);
  write_status(received, status);
  const int error = received.error != MPI_SUCCESS ? received.error : send_error;
  return error == MPI_SUCCESS ? error : raise(sending.communicator(), error);
}

int sendrecv_replace(const SendArguments& outgoing, int source, int receive_tag,
                     MPI_Status* status) {
  const Check sending = check(outgoing);
  if (sending.failed()) return sending.raise();
  const Datatype& type = *sending.datatype();
  std::vector<std::byte> copy(static_cast<std::size_t>(outgoing.count * type.size_bytes()));
  pack(outgoing.buffer, outgoing.count, type, copy.data());
  SendArguments packed = outgoing;
  packed.buffer = copy.data();
  packed.count = static_cast<MPI_Count>(copy.size());
  packed.type = MPI_PACKED;
  return sendrecv(packed,
                  {const_cast<void*>(outgoing.buffer), outgoing.count, outgoing.type, source,
                   receive_tag, outgoing.comm},
                  status);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {
int PMPI_Send(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm) {
  const Call call;
  return send({buf, count, datatype, dest, tag, comm}, SendMode::standard);
}

int PMPI_Isend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
               MPI_Request* request) {
  const Call call;
  return isend({buf, count, datatype, dest, tag, comm}, SendMode::standard, request);
}

int PMPI_Send_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
                   MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return send_init({buf, count, datatype, dest, tag, comm}, SendMode::standard, request);
}

int PMPI_Bsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm) {
  const Call call;
  return send({buf, count, datatype, dest, tag, comm}, SendMode::buffered);
}

int PMPI_Ibsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  const Call call;
  return isend({buf, count, datatype, dest, tag, comm}, SendMode::buffered, request);
}

int PMPI_Bsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return send_init({buf, count, datatype, dest, tag, comm}, SendMode::buffered, request);
}

int PMPI_Ssend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm) {
  const Call call;
  return send({buf, count, datatype, dest, tag, comm}, SendMode::synchronous);
}

int PMPI_Issend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  const Call call;
  return isend({buf, count, datatype, dest, tag, comm}, SendMode::synchronous, request);
}

int PMPI_Ssend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return send_init({buf, count, datatype, dest, tag, comm}, SendMode::synchronous, request);
}

int PMPI_Rsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
               MPI_Comm comm) {
  const Call call;
  return send({buf, count, datatype, dest, tag, comm}, SendMode::ready);
}

int PMPI_Irsend(const void* buf, int count, MPI_Datatype datatype, int dest, int tag, MPI_Comm comm,
                MPI_Request* request) {
  const Call call;
  return isend({buf, count, datatype, dest, tag, comm}, SendMode::ready, request);
}

int PMPI_Rsend_init(const void* buf, int count, MPI_Datatype datatype, int dest, int tag,
                    MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return send_init({buf, count, datatype, dest, tag, comm}, SendMode::ready, request);
}

int PMPI_Recv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
              MPI_Status* status) {
  const Call call;
  return receive({buf, count, datatype, source, tag, comm}, status);
}

int PMPI_Irecv(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
               MPI_Request* request) {
  const Call call;
  return ireceive({buf, count, datatype, source, tag, comm}, request);
}

int PMPI_Recv_init(void* buf, int count, MPI_Datatype datatype, int source, int tag, MPI_Comm comm,
                   MPI_Request* request) {
  const Call call;
  return receive_init({buf, count, datatype, source, tag, comm}, request);
}

int PMPI_Sendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                  void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                  MPI_Comm comm, MPI_Status* status) {
  const Call call;
  return sendrecv({sendbuf, sendcount, sendtype, dest, sendtag, comm},
                  {recvbuf, recvcount, recvtype, source, recvtag, comm}, status);
}

int PMPI_Sendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                          int source, int recvtag, MPI_Comm comm, MPI_Status* status) {
  const Call call;
  return sendrecv_replace({buf, count, datatype, dest, sendtag, comm}, source, recvtag, status);
}

#include <large_counts/p2p/p2p.inc>

}  // extern "C"
