// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking send-receive (MPI 5.0, 3.11): both sides are posted at once, so that they match in
// order; a strand of its own waits for the two.
#include <memory>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/pack.h"
#include "libsmpi/mpi/p2p/protocol.h"
#include "libsmpi/mpi/requests/background.h"
#include "libsmpi/mpi/requests/completion.h"
#include "libsmpi/mpi/requests/request.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

struct Outgoing {
  const void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int destination;
  int tag;
};

struct Incoming {
  void* buffer;
  MPI_Count count;
  MPI_Datatype type;
  int source;
  int tag;
};

Check check(const Outgoing& out, MPI_Comm comm) {
  Check result(comm);
  result.count(out.count).type(out.type).buffer(out.buffer, out.count);
  result.destination(out.destination).send_tag(out.tag);
  return result;
}

Check check(const Incoming& in, MPI_Comm comm) {
  Check result(comm);
  result.count(in.count).type(in.type).buffer(in.buffer, in.count);
  result.source(in.source).receive_tag(in.tag);
  return result;
}

// For the checks of buffers. Nobody tells when the data arrive.
void note_buffers(analysis::Buffers& buffers, const Request& pair, const p2p::SendSpec& send,
                  const p2p::ReceiveSpec& receive, bool send_is_ours) {
  std::vector<analysis::BufferUse> uses;
  if (!send_is_ours && send.destination != MPI_PROC_NULL) {
    uses.push_back({.place = analysis::Footprint(send.buffer, send.count, *send.type)});
  }
  if (receive.source != MPI_PROC_NULL) {
    uses.push_back({.place = analysis::Footprint(receive.buffer, receive.count, *receive.type),
                    .access = analysis::Access::write,
                    .watch = analysis::Watch::overlap_only});
  }
  buffers.start(pair, uses);
}

// The status that the caller sees is the receive's. `packed` is what is sent, until it has left.
Request* start_pair(Communicator& communicator, const p2p::SendSpec& send,
                    const p2p::ReceiveSpec& receive, std::shared_ptr<std::byte[]> packed) {
  const bool send_is_ours = packed != nullptr;
  Request* incoming = p2p::start_receive(receive);
  Request* outgoing = p2p::start_send(send);
  auto status = std::make_shared<Status>();
  Request* pair = comm::start_background(
      communicator, "MPI_Isendrecv", [incoming, outgoing, status, kept = std::move(packed)] {
        Request* both[2] = {incoming, outgoing};
        wait_for_all(both);
        *status = finish(*incoming);
        const Status sent = finish(*outgoing);
        return status->error != MPI_SUCCESS ? status->error : sent.error;
      });
  comm::set_background_status(*pair, std::move(status));
  if (Analysis* checks = analysis_of(communicator.owner())) {
    note_buffers(checks->buffers, *pair, send, receive, send_is_ours);
  }
  return pair;
}

int isendrecv(const Outgoing& out, const Incoming& in, MPI_Comm comm, MPI_Request* request) {
  Check sending = check(out, comm);
  sending.pointer(request, "request");
  if (sending.failed()) return sending.raise();
  const Check receiving = check(in, comm);
  if (receiving.failed()) return receiving.raise();
  Communicator& communicator = *sending.communicator();
  *request = to_handle(start_pair(communicator,
                                  {.buffer = out.buffer,
                                   .count = out.count,
                                   .type = sending.datatype(),
                                   .destination = out.destination,
                                   .tag = out.tag,
                                   .communicator = &communicator},
                                  {.buffer = in.buffer,
                                   .count = in.count,
                                   .type = receiving.datatype(),
                                   .source = in.source,
                                   .tag = in.tag,
                                   .communicator = &communicator},
                                  nullptr));
  return MPI_SUCCESS;
}

int isendrecv_replace(const Outgoing& out, int source, int receive_tag, MPI_Comm comm,
                      MPI_Request* request) {
  Check sending = check(out, comm);
  sending.pointer(request, "request").source(source).receive_tag(receive_tag);
  if (sending.failed()) return sending.raise();
  Communicator& communicator = *sending.communicator();
  Datatype* type = sending.datatype();
  const MPI_Count size_bytes = out.count * type->size_bytes();
  std::shared_ptr<std::byte[]> packed(new std::byte[static_cast<std::size_t>(size_bytes) + 1]);
  pack(out.buffer, out.count, *type, packed.get());
  *request = to_handle(start_pair(communicator,
                                  {.buffer = packed.get(),
                                   .count = size_bytes,
                                   .type = find_datatype(MPI_PACKED),
                                   .destination = out.destination,
                                   .tag = out.tag,
                                   .communicator = &communicator},
                                  {.buffer = const_cast<void*>(out.buffer),
                                   .count = out.count,
                                   .type = type,
                                   .source = source,
                                   .tag = receive_tag,
                                   .communicator = &communicator},
                                  packed));
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Isendrecv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, int dest, int sendtag,
                   void* recvbuf, int recvcount, MPI_Datatype recvtype, int source, int recvtag,
                   MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return isendrecv({sendbuf, sendcount, sendtype, dest, sendtag},
                   {recvbuf, recvcount, recvtype, source, recvtag}, comm, request);
}

int PMPI_Isendrecv_replace(void* buf, int count, MPI_Datatype datatype, int dest, int sendtag,
                           int source, int recvtag, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  return isendrecv_replace({buf, count, datatype, dest, sendtag}, source, recvtag, comm, request);
}

#include <large_counts/p2p/isendrecv.inc>

}  // extern "C"
