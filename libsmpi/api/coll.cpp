// SPDX-License-Identifier: BSD-3-Clause
//
// Blocking collectives (MPI 5.0, 6.3 - 6.11) and their large-count forms.
#include "libsmpi/api/coll_run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

#define CALL(name) const Call call(name, __builtin_return_address(0))

extern "C" {

int PMPI_Barrier(MPI_Comm comm) {
  CALL("MPI_Barrier");
  coll::BarrierArgs args;
  return run_blocking(Collective::barrier, prepare(args, comm), args);
}

int PMPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  CALL("MPI_Bcast");
  coll::BcastArgs args;
  return run_blocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                      args);
}

int PMPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  CALL("MPI_Gather");
  coll::GatherArgs args;
  return run_blocking(Collective::gather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm) {
  CALL("MPI_Gatherv");
  coll::GatherArgs args;
  return run_blocking(Collective::gatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
                      args);
}

int PMPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  CALL("MPI_Scatter");
  coll::ScatterArgs args;
  return run_blocking(Collective::scatter,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm) {
  CALL("MPI_Scatterv");
  coll::ScatterArgs args;
  return run_blocking(Collective::scatterv,
                      prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Allgather");
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm) {
  CALL("MPI_Allgatherv");
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                      args);
}

int PMPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Alltoall");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoall,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Alltoallv");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallv,
                      prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                              ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                      args);
}

int PMPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  CALL("MPI_Alltoallw");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallw,
                      prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                              TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                      args);
}

int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm) {
  CALL("MPI_Reduce");
  coll::ReduceArgs args;
  return run_blocking(Collective::reduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args);
}

int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm) {
  CALL("MPI_Allreduce");
  coll::ReduceArgs args;
  return run_blocking(Collective::allreduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Reduce_scatter");
  coll::ReduceScatterArgs args;
  return run_blocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Reduce_scatter_block");
  coll::ReduceScatterArgs args;
  return run_blocking(Collective::reduce_scatter_block,
                      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm),
                      args);
}

int PMPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm) {
  CALL("MPI_Scan");
  coll::ReduceArgs args;
  return run_blocking(Collective::scan,
                      prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm) {
  CALL("MPI_Exscan");
  coll::ReduceArgs args;
  return run_blocking(Collective::exscan,
                      prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  CALL("MPI_Bcast_c");
  coll::BcastArgs args;
  return run_blocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                      args);
}

int PMPI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                  MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  CALL("MPI_Gather_c");
  coll::GatherArgs args;
  return run_blocking(Collective::gather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                   const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                   int root, MPI_Comm comm) {
  CALL("MPI_Gatherv_c");
  coll::GatherArgs args;
  return run_blocking(Collective::gatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
                      args);
}

int PMPI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                   MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  CALL("MPI_Scatter_c");
  coll::ScatterArgs args;
  return run_blocking(Collective::scatter,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                    MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                    MPI_Datatype recvtype, int root, MPI_Comm comm) {
  CALL("MPI_Scatterv_c");
  coll::ScatterArgs args;
  return run_blocking(Collective::scatterv,
                      prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                     MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Allgather_c");
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                      void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                      MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Allgatherv_c");
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                      args);
}

int PMPI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                    MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Alltoall_c");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoall,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  CALL("MPI_Alltoallv_c");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallv,
                      prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                              ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                      args);
}

int PMPI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                     const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
                     const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  CALL("MPI_Alltoallw_c");
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallw,
                      prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                              TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                      args);
}

int PMPI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, int root, MPI_Comm comm) {
  CALL("MPI_Reduce_c");
  coll::ReduceArgs args;
  return run_blocking(Collective::reduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args);
}

int PMPI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Allreduce_c");
  coll::ReduceArgs args;
  return run_blocking(Collective::allreduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                          MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Reduce_scatter_c");
  coll::ReduceScatterArgs args;
  return run_blocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Reduce_scatter_block_c");
  coll::ReduceScatterArgs args;
  return run_blocking(Collective::reduce_scatter_block,
                      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm),
                      args);
}

int PMPI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Scan_c");
  coll::ReduceArgs args;
  return run_blocking(Collective::scan,
                      prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype datatype,
                  MPI_Op op, MPI_Comm comm) {
  CALL("MPI_Exscan_c");
  coll::ReduceArgs args;
  return run_blocking(Collective::exscan,
                      prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

}  // extern "C"
