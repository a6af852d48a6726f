// SPDX-License-Identifier: BSD-3-Clause
//
// Persistent collectives (MPI 5.0, 6.13) and their large-count forms.
#include "libsmpi/doors/api/coll/run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::BarrierArgs args;
  return make_persistent(Collective::barrier, with_info(prepare(args, comm), info), args, request);
}

int PMPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                    MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::BcastArgs args;
  return make_persistent(Collective::bcast,
                         with_info(prepare(args, {buffer, count, datatype}, root, comm), info),
                         args, request);
}

int PMPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request* request) {
  const Call call;
  coll::GatherArgs args;
  return make_persistent(Collective::gather,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                      const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                      MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::GatherArgs args;
  return make_persistent(
      Collective::gatherv,
      with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                        ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
                info),
      args, request);
}

int PMPI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                      int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                      MPI_Request* request) {
  const Call call;
  coll::ScatterArgs args;
  return make_persistent(Collective::scatter,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[],
                       MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                       int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::ScatterArgs args;
  return make_persistent(Collective::scatterv,
                         with_info(prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                        int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return make_persistent(Collective::allgather,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                                   info),
                         args, request);
}

int PMPI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                         const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                         MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return make_persistent(
      Collective::allgatherv,
      with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                        ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                       int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                       MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(Collective::alltoall,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                                   info),
                         args, request);
}

int PMPI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                        MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::alltoallv,
      with_info(prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                        ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                        const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                        MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::alltoallw,
      with_info(prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                        TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                info),
      args, request);
}

int PMPI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return make_persistent(
      Collective::reduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), info), args,
      request);
}

int PMPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return make_persistent(
      Collective::allreduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args, request);
}

int PMPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             MPI_Request* request) {
  const Call call;
  coll::ReduceScatterArgs args;
  return make_persistent(
      Collective::reduce_scatter,
      with_info(prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm),
                info),
      args, request);
}

int PMPI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount,
                                   MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                   MPI_Request* request) {
  const Call call;
  coll::ReduceScatterArgs args;
  return make_persistent(
      Collective::reduce_scatter_block,
      with_info(prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), info),
      args, request);
}

int PMPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return make_persistent(
      Collective::scan,
      with_info(prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

int PMPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::ReduceArgs args;
  return make_persistent(
      Collective::exscan,
      with_info(prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

#include <large_counts/coll/persistent.inc>

}  // extern "C"
