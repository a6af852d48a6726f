// SPDX-License-Identifier: BSD-3-Clause
//
// Nonblocking collectives (MPI 5.0, 6.12) and their large-count forms.
#include "libsmpi/api/coll_run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#define CALL(name) const Call call(name, __builtin_return_address(0))

extern "C" {

int PMPI_Ibarrier(MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ibarrier");
  coll::BarrierArgs args;
  return start_nonblocking(Collective::barrier, prepare(args, comm), args, request);
}

int PMPI_Ibcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                MPI_Request* request) {
  CALL("MPI_Ibcast");
  coll::BcastArgs args;
  return start_nonblocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                           args, request);
}

int PMPI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                 MPI_Request* request) {
  CALL("MPI_Igather");
  coll::GatherArgs args;
  return start_nonblocking(Collective::gather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                  MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Igatherv");
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
  CALL("MPI_Iscatter");
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatter,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                   MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                   int root, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iscatterv");
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatterv,
                           prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iallgather");
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                     MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iallgatherv");
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgatherv,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ialltoall");
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
  CALL("MPI_Ialltoallv");
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
  CALL("MPI_Ialltoallw");
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoallw,
                           prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                                   TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                           args, request);
}

int PMPI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 int root, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ireduce");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::reduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args,
                           request);
}

int PMPI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                    MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iallreduce");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::allreduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                         MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ireduce_scatter");
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args,
      request);
}

int PMPI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                               MPI_Request* request) {
  CALL("MPI_Ireduce_scatter_block");
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter_block,
      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), args, request);
}

int PMPI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
               MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iscan");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::scan,
                           prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                 MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iexscan");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::exscan,
                           prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm),
                           args, request);
}

int PMPI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                  MPI_Request* request) {
  CALL("MPI_Ibcast_c");
  coll::BcastArgs args;
  return start_nonblocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                           args, request);
}

int PMPI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                   MPI_Request* request) {
  CALL("MPI_Igather_c");
  coll::GatherArgs args;
  return start_nonblocking(Collective::gather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                    const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                    int root, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Igatherv_c");
  coll::GatherArgs args;
  return start_nonblocking(
      Collective::gatherv,
      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
      args, request);
}

int PMPI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                    MPI_Request* request) {
  CALL("MPI_Iscatter_c");
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatter,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                     MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                     MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iscatterv_c");
  coll::ScatterArgs args;
  return start_nonblocking(Collective::scatterv,
                           prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                           args, request);
}

int PMPI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request* request) {
  CALL("MPI_Iallgather_c");
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgather,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                       MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iallgatherv_c");
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::allgatherv,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                     MPI_Request* request) {
  CALL("MPI_Ialltoall_c");
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoall,
                           prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                   ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                      MPI_Request* request) {
  CALL("MPI_Ialltoallv_c");
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoallv,
                           prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                                   ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                           args, request);
}

int PMPI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                      const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
                      const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                      MPI_Request* request) {
  CALL("MPI_Ialltoallw_c");
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::alltoallw,
                           prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                                   TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                           args, request);
}

int PMPI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, int root, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ireduce_c");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::reduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args,
                           request);
}

int PMPI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iallreduce_c");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::allreduce,
                           prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                           MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Ireduce_scatter_c");
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args,
      request);
}

int PMPI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                 MPI_Datatype datatype, MPI_Op op, MPI_Comm comm,
                                 MPI_Request* request) {
  CALL("MPI_Ireduce_scatter_block_c");
  coll::ReduceScatterArgs args;
  return start_nonblocking(
      Collective::reduce_scatter_block,
      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), args, request);
}

int PMPI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                 MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iscan_c");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::scan,
                           prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args,
                           request);
}

int PMPI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                   MPI_Op op, MPI_Comm comm, MPI_Request* request) {
  CALL("MPI_Iexscan_c");
  coll::ReduceArgs args;
  return start_nonblocking(Collective::exscan,
                           prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm),
                           args, request);
}

}  // extern "C"
