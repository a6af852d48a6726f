// SPDX-License-Identifier: BSD-3-Clause
//
// Blocking collectives (MPI 5.0, 6.3 - 6.11) and their large-count forms.
#include "libsmpi/doors/api/coll/run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Barrier(MPI_Comm comm) {
  const Call call;
  coll::BarrierArgs args;
  return run_blocking(Collective::barrier, prepare(args, comm), args);
}

int PMPI_Bcast(void* buffer, int count, MPI_Datatype datatype, int root, MPI_Comm comm) {
  const Call call;
  coll::BcastArgs args;
  return run_blocking(Collective::bcast, prepare(args, {buffer, count, datatype}, root, comm),
                      args);
}

int PMPI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Call call;
  coll::GatherArgs args;
  return run_blocking(Collective::gather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                 MPI_Comm comm) {
  const Call call;
  coll::GatherArgs args;
  return run_blocking(Collective::gatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, root, comm),
                      args);
}

int PMPI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  const Call call;
  coll::ScatterArgs args;
  return run_blocking(Collective::scatter,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                  int root, MPI_Comm comm) {
  const Call call;
  coll::ScatterArgs args;
  return run_blocking(Collective::scatterv,
                      prepare(args, SendVector{sendbuf, sendcounts, displs, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, root, comm),
                      args);
}

int PMPI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgather,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                    MPI_Comm comm) {
  const Call call;
  coll::AllgatherArgs args;
  return run_blocking(Collective::allgatherv,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                      args);
}

int PMPI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoall,
                      prepare(args, SendBlock{sendbuf, sendcount, sendtype},
                              ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallv,
                      prepare(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                              ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                      args);
}

int PMPI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                   const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::alltoallw,
                      prepare(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                              TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                      args);
}

int PMPI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                int root, MPI_Comm comm) {
  const Call call;
  coll::ReduceArgs args;
  return run_blocking(Collective::reduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, root, comm), args);
}

int PMPI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                   MPI_Comm comm) {
  const Call call;
  coll::ReduceArgs args;
  return run_blocking(Collective::allreduce,
                      prepare(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                        MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const Call call;
  coll::ReduceScatterArgs args;
  return run_blocking(
      Collective::reduce_scatter,
      prepare(args, sendbuf, ReceiveVector{recvbuf, recvcounts, {}, datatype}, op, comm), args);
}

int PMPI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                              MPI_Datatype datatype, MPI_Op op, MPI_Comm comm) {
  const Call call;
  coll::ReduceScatterArgs args;
  return run_blocking(Collective::reduce_scatter_block,
                      prepare(args, sendbuf, ReceiveBlock{recvbuf, recvcount, datatype}, op, comm),
                      args);
}

int PMPI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
              MPI_Comm comm) {
  const Call call;
  coll::ReduceArgs args;
  return run_blocking(Collective::scan,
                      prepare_scan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

int PMPI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype datatype, MPI_Op op,
                MPI_Comm comm) {
  const Call call;
  coll::ReduceArgs args;
  return run_blocking(Collective::exscan,
                      prepare_exscan(args, sendbuf, {recvbuf, count, datatype}, op, comm), args);
}

#include <large_counts/coll/blocking.inc>

}  // extern "C"
