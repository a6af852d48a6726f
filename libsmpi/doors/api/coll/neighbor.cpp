// SPDX-License-Identifier: BSD-3-Clause
//
// Neighbourhood collectives (MPI 5.0, 8.6 - 8.8): blocking, nonblocking and persistent, and their
// large-count forms.
#include "libsmpi/doors/api/coll/neighbor_arguments.h"

#include "libsmpi/doors/api/coll/run.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                            void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AllgatherArgs args;
  return run_blocking(Collective::neighbor_allgather,
                      prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                       ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                             void* recvbuf, const int recvcounts[], const int displs[],
                             MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AllgatherArgs args;
  return run_blocking(Collective::neighbor_allgatherv,
                      prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                       ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                      args);
}

int PMPI_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                           int recvcount, MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::neighbor_alltoall,
                      prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                       ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                      args);
}

int PMPI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                            MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::neighbor_alltoallv,
                      prepare_neighbor(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                                       ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                      args);
}

int PMPI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                            const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                            const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                            MPI_Comm comm) {
  const Call call;
  coll::AlltoallArgs args;
  return run_blocking(Collective::neighbor_alltoallw,
                      prepare_neighbor(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                                       TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                      args);
}

int PMPI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                             void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return start_nonblocking(Collective::neighbor_allgather,
                           prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                            ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                              void* recvbuf, const int recvcounts[], const int displs[],
                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return start_nonblocking(
      Collective::neighbor_allgatherv,
      prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                       ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
      args, request);
}

int PMPI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                            void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                            MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(Collective::neighbor_alltoall,
                           prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                            ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                           args, request);
}

int PMPI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                             MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                             const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                             MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(
      Collective::neighbor_alltoallv,
      prepare_neighbor(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                       ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
      args, request);
}

int PMPI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                             const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                             const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                             MPI_Comm comm, MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return start_nonblocking(
      Collective::neighbor_alltoallw,
      prepare_neighbor(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                       TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
      args, request);
}

int PMPI_Neighbor_allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                 void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return make_persistent(
      Collective::neighbor_allgather,
      with_info(prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                 ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                  void* recvbuf, const int recvcounts[], const int displs[],
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request* request) {
  const Call call;
  coll::AllgatherArgs args;
  return make_persistent(
      Collective::neighbor_allgatherv,
      with_info(prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                 ReceiveVector{recvbuf, recvcounts, displs, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::neighbor_alltoall,
      with_info(prepare_neighbor(args, SendBlock{sendbuf, sendcount, sendtype},
                                 ReceiveBlock{recvbuf, recvcount, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                 MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                 const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Info info, MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::neighbor_alltoallv,
      with_info(prepare_neighbor(args, SendVector{sendbuf, sendcounts, sdispls, sendtype},
                                 ReceiveVector{recvbuf, recvcounts, rdispls, recvtype}, comm),
                info),
      args, request);
}

int PMPI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
                                 const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                 void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                                 const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                 MPI_Request* request) {
  const Call call;
  coll::AlltoallArgs args;
  return make_persistent(
      Collective::neighbor_alltoallw,
      with_info(prepare_neighbor(args, TypedVector{sendbuf, sendcounts, sdispls, sendtypes},
                                 TypedVector{recvbuf, recvcounts, rdispls, recvtypes}, comm),
                info),
      args, request);
}

#include <large_counts/coll/neighbor.inc>

}  // extern "C"
