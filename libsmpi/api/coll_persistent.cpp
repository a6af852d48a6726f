// SPDX-License-Identifier: BSD-3-Clause
//
// Persistent collectives (MPI 5.0, 6.13) and their large-count forms.
#include "libsmpi/api/coll_run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#define CALL(name) const Call call(name, __builtin_return_address(0))

extern "C" {

int PMPI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Barrier_init");
  coll::BarrierArgs args;
  return make_persistent(Collective::barrier, with_info(prepare(args, comm), info), args, request);
}

int PMPI_Bcast_init(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm,
                    MPI_Info info, MPI_Request* request) {
  CALL("MPI_Bcast_init");
  coll::BcastArgs args;
  return make_persistent(Collective::bcast,
                         with_info(prepare(args, {buffer, count, datatype}, root, comm), info),
                         args, request);
}

int PMPI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                     int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                     MPI_Request* request) {
  CALL("MPI_Gather_init");
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
  CALL("MPI_Gatherv_init");
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
  CALL("MPI_Scatter_init");
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
  CALL("MPI_Scatterv_init");
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
  CALL("MPI_Allgather_init");
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
  CALL("MPI_Allgatherv_init");
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
  CALL("MPI_Alltoall_init");
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
  CALL("MPI_Alltoallv_init");
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
  CALL("MPI_Alltoallw_init");
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
  CALL("MPI_Reduce_init");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::reduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), info), args,
      request);
}

int PMPI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                        MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Allreduce_init");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::allreduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args, request);
}

int PMPI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
                             MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                             MPI_Request* request) {
  CALL("MPI_Reduce_scatter_init");
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
  CALL("MPI_Reduce_scatter_block_init");
  coll::ReduceScatterArgs args;
  return make_persistent(
      Collective::reduce_scatter_block,
      with_info(prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), info),
      args, request);
}

int PMPI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Scan_init");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::scan,
      with_info(prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

int PMPI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Exscan_init");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::exscan,
      with_info(prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

int PMPI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm,
                      MPI_Info info, MPI_Request* request) {
  CALL("MPI_Bcast_init_c");
  coll::BcastArgs args;
  return make_persistent(Collective::bcast,
                         with_info(prepare(args, {buffer, count, datatype}, root, comm), info),
                         args, request);
}

int PMPI_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                       void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                       MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Gather_init_c");
  coll::GatherArgs args;
  return make_persistent(Collective::gather,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                        MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                        MPI_Request* request) {
  CALL("MPI_Gatherv_init_c");
  coll::GatherArgs args;
  return make_persistent(
      Collective::gatherv,
      with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                        ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
                info),
      args, request);
}

int PMPI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                        MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Scatter_init_c");
  coll::ScatterArgs args;
  return make_persistent(Collective::scatter,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                         MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                         MPI_Request* request) {
  CALL("MPI_Scatterv_init_c");
  coll::ScatterArgs args;
  return make_persistent(Collective::scatterv,
                         with_info(prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                                   info),
                         args, request);
}

int PMPI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                          void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                          MPI_Info info, MPI_Request* request) {
  CALL("MPI_Allgather_init_c");
  coll::AllgatherArgs args;
  return make_persistent(Collective::allgather,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                                   info),
                         args, request);
}

int PMPI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                           void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                           MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                           MPI_Request* request) {
  CALL("MPI_Allgatherv_init_c");
  coll::AllgatherArgs args;
  return make_persistent(
      Collective::allgatherv,
      with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                        ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                         void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                         MPI_Info info, MPI_Request* request) {
  CALL("MPI_Alltoall_init_c");
  coll::AlltoallArgs args;
  return make_persistent(Collective::alltoall,
                         with_info(prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                                           ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                                   info),
                         args, request);
}

int PMPI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                          MPI_Request* request) {
  CALL("MPI_Alltoallv_init_c");
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::alltoallv,
      with_info(prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                        ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                          const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                          const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                          MPI_Request* request) {
  CALL("MPI_Alltoallw_init_c");
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::alltoallw,
      with_info(prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                        TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                info),
      args, request);
}

int PMPI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Reduce_init_c");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::reduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), info), args,
      request);
}

int PMPI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                          MPI_Request* request) {
  CALL("MPI_Allreduce_init_c");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::allreduce,
      with_info(prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args, request);
}

int PMPI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                               MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                               MPI_Request* request) {
  CALL("MPI_Reduce_scatter_init_c");
  coll::ReduceScatterArgs args;
  return make_persistent(
      Collective::reduce_scatter,
      with_info(prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm),
                info),
      args, request);
}

int PMPI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                     MPI_Datatype datatype, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                     MPI_Request* request) {
  CALL("MPI_Reduce_scatter_block_init_c");
  coll::ReduceScatterArgs args;
  return make_persistent(
      Collective::reduce_scatter_block,
      with_info(prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm), info),
      args, request);
}

int PMPI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Scan_init_c");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::scan,
      with_info(prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

int PMPI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request) {
  CALL("MPI_Exscan_init_c");
  coll::ReduceArgs args;
  return make_persistent(
      Collective::exscan,
      with_info(prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), info), args,
      request);
}

}  // extern "C"
