// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking collectives (MPI 5.0, 6.12) and their large-count forms.
#include "libsmpi/doors/api/coll/run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::BarrierArgs args;
  return start_nonblocking(Collective::barrier, prepare(args, comm), args, request);
}

int PMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                MPI_Request* request) {
  const Call call;
  coll::BcastArgs args;
  return start_nonblocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                           args, request);
}

int PMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request* request) {
  const Call call;
  coll::GatherArgs args;
  return start_nonblocking(Collective::gather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::GatherArgs args;
  return start_nonblocking(
      Collective::gatherv,
      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
      args, request);
}

int PMPI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                  MPI_Request* request) {
  const Call call;
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatter,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatterv,
                           prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgatherv,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoall,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                    const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                    MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoallv,
                           prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                                   ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                    const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                    const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                    MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoallw,
                           prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                                   TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                           args, request);
}

int PMPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 int root, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return start_nonblocking(Collective::reduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args,
                           request);
}

int PMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return start_nonblocking(Collective::allreduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args,
      request);
}

int PMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request* request) {
  const Call call;
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter_block,
      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), args, request);
}

int PMPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return start_nonblocking(Collective::scan,
                           prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return start_nonblocking(Collective::exscan,
                           prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm),
                           args, request);
}

#include <large_counts/coll/nonblocking.inc>

}  // extern "C"
