// SPDX-License-Identifier: BSD-3-Clause
//
// Grids (MPI 5.0, 8.5.1, 8.5.2, 8.5.5 to 8.5.7).
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/mpi/comm/dims.h"
#include "libsmpi/mpi/creation/topology_creation.h"
#include "libsmpi/watch/analyze/hooks.h"

namespace smpi::api {
namespace {

using comm::Cartesian;

// A communicator with a grid.
struct GridCheck : Check {
  explicit GridCheck(MPI_Comm comm) : Check(comm) {
    if (failed()) return;
    grid = comm::topology_as<Cartesian>(*communicator());
    require(grid != nullptr, MPI_ERR_TOPOLOGY, "the communicator has no Cartesian topology");
  }
  // An array for at least all dimensions.
  GridCheck& room(int given, const char* detail) {
    if (!failed()) require(given >= grid->dimension_count(), MPI_ERR_ARG, detail);
    return *this;
  }
  GridCheck& array(const void* address, const char* name) {
    if (!failed() && grid->dimension_count() > 0) pointer(address, name);
    return *this;
  }
  std::span<const int> coordinates(const int* values) const {
    return {values, static_cast<std::size_t>(grid->dimension_count())};
  }

  Cartesian* grid = nullptr;
};

// The shape of a new grid on an intracommunicator.
struct ShapeCheck : Check {
  ShapeCheck(MPI_Comm comm, int ndims, const int* dims, const int* periods) : Check(comm) {
    if (failed()) return;
    require(!communicator()->is_inter(), MPI_ERR_COMM, "an intercommunicator");
    require(ndims >= 0, MPI_ERR_ARG, "the number of dimensions is negative");
    if (ndims > 0) pointer(dims, "dims").pointer(periods, "periods");
    std::int64_t places = 1;
    for (int i = 0; i < ndims && !failed(); i++) {
      require(dims[i] > 0, MPI_ERR_DIMS, "a dimension is not positive");
      if (failed()) return;
      places *= dims[i];
      require(places <= communicator()->size(), MPI_ERR_TOPOLOGY,
              "the grid has more places than the communicator has ranks");
      sizes.push_back(dims[i]);
      periodic.push_back(periods[i] != 0);
    }
  }

  std::vector<int> sizes;
  std::vector<bool> periodic;
};

int find_rank(const GridCheck& check, const int* coords, int* rank) {
  const Cartesian& grid = *check.grid;
  *rank = grid.rank_at(check.coordinates(coords));
  if (*rank != MPI_PROC_NULL) return MPI_SUCCESS;
  return raise(check.communicator(), MPI_ERR_ARG,
               "a coordinate is out of range in a dimension that is not periodic");
}

// Fills the zero entries of `dims`.
int fill_dims(int nnodes, int ndims, int* dims) {
  std::int64_t given = 1;
  int missing = 0;
  for (int i = 0; i < ndims; i++) {
    if (dims[i] < 0) return raise(nullptr, MPI_ERR_DIMS, fmt::format("dims[{}] is {}", i, dims[i]));
    if (dims[i] == 0) {
      missing++;
    } else {
      given *= dims[i];
    }
    if (given > nnodes) break;
  }
  const bool fits = given <= nnodes && nnodes % given == 0 && (missing > 0 || given == nnodes);
  if (!fits) {
    return raise(nullptr, MPI_ERR_DIMS,
                 fmt::format("the given dimensions do not divide {} nodes", nnodes));
  }
  const std::vector<int> factors =
      comm::balanced_factors(static_cast<int>(nnodes / given), missing);
  auto next = factors.begin();
  std::for_each(dims, dims + ndims, [&next](int& dim) {
    if (dim == 0) dim = *next++;
  });
  return MPI_SUCCESS;
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_Dims_create(int nnodes, int ndims, int dims[]) {
  const Call call;
  Check check;
  check.require(nnodes >= 1, MPI_ERR_ARG, "the number of nodes is not positive")
      .require(ndims >= 0, MPI_ERR_DIMS, "the number of dimensions is negative");
  if (ndims > 0) check.pointer(dims, "dims");
  if (check.failed()) return check.raise();
  return ndims == 0 ? MPI_SUCCESS : fill_dims(nnodes, ndims, dims);
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[], const int periods[],
                     int reorder, MPI_Comm* comm_cart) {
  const Call call;
  ShapeCheck check(comm_old, ndims, dims, periods);
  check.pointer(comm_cart, "comm_cart");
  if (comm_cart != nullptr) *comm_cart = MPI_COMM_NULL;
  if (check.failed()) return check.raise();
  note_collective(*check.communicator());
  return check.give(comm::create_cartesian(*check.communicator(), std::move(check.sizes),
                                           std::move(check.periodic), reorder != 0),
                    comm_cart);
}

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[], const int periods[], int* newrank) {
  const Call call;
  ShapeCheck check(comm, ndims, dims, periods);
  check.pointer(newrank, "newrank");
  if (check.failed()) return check.raise();
  const Ref<Cartesian> grid(new Cartesian(std::move(check.sizes), std::move(check.periodic)));
  *newrank = comm::mapped_rank(*check.communicator(), *grid, grid->rank_count());
  return MPI_SUCCESS;
}

int PMPI_Cartdim_get(MPI_Comm comm, int* ndims) {
  const LocalCall call;
  GridCheck check(comm);
  check.pointer(ndims, "ndims");
  if (check.failed()) return check.raise();
  *ndims = check.grid->dimension_count();
  return MPI_SUCCESS;
}

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[], int coords[]) {
  const LocalCall call;
  GridCheck check(comm);
  check.room(maxdims, "maxdims is less than the number of dimensions")
      .array(dims, "dims")
      .array(periods, "periods")
      .array(coords, "coords");
  if (check.failed()) return check.raise();
  const Cartesian& grid = *check.grid;
  for (int i = 0; i < grid.dimension_count(); i++) {
    dims[i] = grid.size(i);
    periods[i] = grid.is_periodic(i) ? 1 : 0;
  }
  grid.coordinates(check.communicator()->rank(),
                   {coords, static_cast<std::size_t>(grid.dimension_count())});
  return MPI_SUCCESS;
}

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int* rank) {
  const LocalCall call;
  GridCheck check(comm);
  check.array(coords, "coords").pointer(rank, "rank");
  if (check.failed()) return check.raise();
  return find_rank(check, coords, rank);
}

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[]) {
  const LocalCall call;
  GridCheck check(comm);
  check.room(maxdims, "maxdims is less than the number of dimensions").array(coords, "coords");
  if (!check.failed()) {
    check.require(rank >= 0 && rank < check.communicator()->size(), MPI_ERR_RANK,
                  "the rank is not in the communicator");
  }
  if (check.failed()) return check.raise();
  check.grid->coordinates(rank, {coords, static_cast<std::size_t>(check.grid->dimension_count())});
  return MPI_SUCCESS;
}

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int* rank_source, int* rank_dest) {
  const LocalCall call;
  GridCheck check(comm);
  check.pointer(rank_source, "rank_source").pointer(rank_dest, "rank_dest");
  if (!check.failed()) {
    check.require(direction >= 0 && direction < check.grid->dimension_count(), MPI_ERR_ARG,
                  "the direction is not a dimension of the grid");
  }
  if (check.failed()) return check.raise();
  const int rank = check.communicator()->rank();
  *rank_source = check.grid->shifted(rank, direction, -disp);
  *rank_dest = check.grid->shifted(rank, direction, disp);
  return MPI_SUCCESS;
}

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm* newcomm) {
  const Call call;
  GridCheck check(comm);
  check.array(remain_dims, "remain_dims").pointer(newcomm, "newcomm");
  if (check.failed()) return check.raise();
  std::vector<bool> kept;
  for (int i = 0; i < check.grid->dimension_count(); i++) kept.push_back(remain_dims[i] != 0);
  note_collective(*check.communicator());
  return check.give(comm::create_subgrid(*check.communicator(), *check.grid, kept), newcomm);
}

}  // extern "C"
