// SPDX-License-Identifier: BSD-3-Clause
//
// Solves a dense system by LU with row pivoting on accelerators, built as HPL for accelerators is:
// the matrix lies on the devices, panels are factored on the host, rows are exchanged and updated
// on the device in three parts (the next panel's columns first), and a part's rows travel while
// another part is updated.
//
// Simpler than HPL: in each column of a panel the pivot's row goes to all processes of the column
// by an MPI_Allreduce, and rows of U are summed up from where they are, so that all messages have
// sizes that do not depend on where the pivots are. Solving with U uses one process at a time.
//
// usage: lu N NB P Q [check | PANELS]    N a multiple of NB; check: print the residual (computes
// for real); PANELS: factor so many panels only, say when each has ended, and print the speed of
// that
#include <hip/hip_runtime.h>
#include <mpi.h>

#include <cfloat>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "lu_elements.h"
#include "lu_panel.h"

namespace {

constexpr int block_threads = 256;

__device__ int thread_index() {
  return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
}

__global__ void generate(int rows, int columns, int block, int row, int row_count, int column,
                         int column_count, double* a) {
  const int i = thread_index(), j = static_cast<int>(blockIdx.y);
  if (i >= rows || j >= columns) return;
  a[i + static_cast<long>(j) * rows] = lu::entry(lu::global_of(i, block, row, row_count),
                                                 lu::global_of(j, block, column, column_count));
}
__global__ void pack(int rows, int columns, const double* a, long stride, const int* list,
                     double* packed) {
  const int i = thread_index(), j = static_cast<int>(blockIdx.y);
  if (i < rows && j < columns) lu::pack_element(i, j, rows, a, stride, list, packed);
}
__global__ void unpack(int rows, int columns, double* a, long stride, const int* list,
                       const double* packed) {
  const int i = thread_index(), j = static_cast<int>(blockIdx.y);
  if (i < rows && j < columns) lu::unpack_element(i, j, rows, a, stride, list, packed);
}
__global__ void solve(int block, int columns, const double* top, double* u) {
  const int j = thread_index();
  if (j < columns) lu::solve_column(j, block, top, u);
}
__global__ void update(int rows, int columns, int block, const double* l, long l_stride,
                       const double* u, double* a, long stride) {
  const int i = thread_index(), j = static_cast<int>(blockIdx.y);
  if (i < rows && j < columns) lu::update_element(i, j, block, l, l_stride, u, a, stride);
}
__global__ void add_product(int rows, int columns, const double* a, long stride, const double* x,
                            double* sums) {
  const int i = thread_index();
  if (i < rows) lu::add_product_element(i, columns, a, stride, x, sums);
}
__global__ void right_side(int count, const double* sums, const double* right, double* part) {
  const int i = thread_index();
  if (i < count) part[i] = (right == nullptr ? 0 : right[i]) - sums[i];
}
__global__ void solve_upper(int block, const double* a, long stride, double* x) {
  if (thread_index() == 0) lu::solve_upper(block, a, stride, x);
}

void check(hipError_t error, const char* call, int line) {
  if (error == hipSuccess) return;
  std::fprintf(stderr, "lu.cpp:%d: %s: %s\n", line, call, hipGetErrorString(error));
  MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call, __LINE__)

dim3 grid_of(int rows, int columns = 1) {
  return dim3((rows + block_threads - 1) / block_threads, columns);
}

template <class Type>
Type* on_device(long count) {
  void* memory = nullptr;
  CHECK(hipMalloc(&memory, static_cast<std::size_t>(count) * sizeof(Type)));
  return static_cast<Type*>(memory);
}
template <class Type>
Type* on_host(long count) {
  void* memory = nullptr;
  CHECK(hipHostMalloc(&memory, static_cast<std::size_t>(count) * sizeof(Type)));
  return static_cast<Type*>(memory);
}

// The row with the larger first entry, or of equal ones the upper row: an operation of MPI.
void larger_pivot(void* in, void* inout, int*, MPI_Datatype* type) {
  int size_bytes = 0;
  MPI_Type_size(*type, &size_bytes);
  const auto* const a = static_cast<const double*>(in);
  auto* const b = static_cast<double*>(inout);
  if (a[0] > b[0] || (a[0] == b[0] && a[1] < b[1])) {
    std::memcpy(inout, in, static_cast<std::size_t>(size_bytes));
  }
}

// Columns of the matrix that are updated together, with the rows that are exchanged for them.
struct Part {
  long begin = 0;
  int count = 0;
  double* u = nullptr;     // the rows of U
  double* away = nullptr;  // the rows that leave the diagonal block
  hipEvent_t packed = nullptr;
};

class Solver {
 public:
  Solver(int n, int block, int p, int q)
      : n_(n), block_(block), p_count_(p), q_count_(q), panel_count_(n / block) {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    p_ = rank % p;
    q_ = rank / p;
    MPI_Comm_split(MPI_COMM_WORLD, q_, p_, &column_);
    MPI_Comm_split(MPI_COMM_WORLD, p_, q_, &row_);
    choose_device();
    rows_ = rows_before(panel_count_);
    columns_ = columns_before(panel_count_) + (panel_count_ % q == q_ ? 1 : 0);
    allocate();
    generate<<<grid_of(rows_, columns_), block_threads>>>(rows_, columns_, block, p_, p, q_, q, a_);
    CHECK(hipDeviceSynchronize());
  }

  // The first panels, and what they change of the rest. Calls ended(k) after each.
  template <class Ended>
  void factor(int panel_count, Ended&& ended) {
    if (owns_column(0)) {
      fetch_panel(0);
      factor_panel(0);
    }
    send_panel(0);
    for (int k = 0; k < panel_count; k++) {
      const bool is_next_mine = k + 1 < panel_count_ && owns_column(k + 1);
      split_parts(k, is_next_mine);
      for (Part& part : parts_) start(part, k);
      finish(parts_[0], k);
      if (is_next_mine) fetch_panel(k + 1);
      finish(parts_[1], k);
      finish(parts_[2], k);
      if (is_next_mine) factor_panel(k + 1);  // while the device updates
      if (k + 1 < panel_count_) send_panel(k + 1);
      CHECK(hipDeviceSynchronize());
      ended(k);
    }
  }

  // Returns what this process knows of the solution; 0 elsewhere.
  std::vector<double> solve_upper_triangle() {
    std::vector<double> x(static_cast<std::size_t>(n_), 0.0);
    CHECK(hipMemset(sums_, 0, static_cast<std::size_t>(rows_) * sizeof(double)));
    const bool has_right_side = panel_count_ % q_count_ == q_;
    for (int k = panel_count_ - 1; k >= 0; k--) {
      const long row = rows_before(k);
      double* const diagonal = a_ + row + columns_before(k) * rows_;
      if (k % p_count_ == p_) {
        const double* const right = has_right_side ? a_ + row + (columns_ - 1) * rows_ : nullptr;
        right_side<<<grid_of(block_), block_threads>>>(block_, sums_ + row, right, part_of_x_);
        CHECK(hipDeviceSynchronize());
        const bool is_owner = owns_column(k);
        MPI_Reduce(is_owner ? MPI_IN_PLACE : part_of_x_, part_of_x_, block_, MPI_DOUBLE, MPI_SUM,
                   k % q_count_, row_);
        if (is_owner) {
          solve_upper<<<1, block_threads>>>(block_, diagonal, rows_, part_of_x_);
          CHECK(hipMemcpy(x.data() + static_cast<long>(k) * block_, part_of_x_,
                          static_cast<std::size_t>(block_) * sizeof(double),
                          hipMemcpyDeviceToHost));
        }
      }
      if (!owns_column(k)) continue;
      MPI_Bcast(part_of_x_, block_, MPI_DOUBLE, k % p_count_, column_);
      if (row > 0) {
        add_product<<<grid_of(static_cast<int>(row)), block_threads>>>(
            static_cast<int>(row), block_, a_ + columns_before(k) * rows_, rows_, part_of_x_,
            sums_);
      }
    }
    CHECK(hipDeviceSynchronize());
    return x;
  }

  // ||Ax - b|| / (eps (||A|| ||x|| + ||b||) n) in the infinity norm, as HPL has it.
  double residual(std::vector<double> x) const {
    MPI_Allreduce(MPI_IN_PLACE, x.data(), n_, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    std::vector<double> left(static_cast<std::size_t>(rows_), 0.0), size = left;
    for (int j = 0; j < columns_before(panel_count_); j++) {
      const long column = lu::global_of(j, block_, q_, q_count_);
      for (int i = 0; i < rows_; i++) {
        const double value = lu::entry(lu::global_of(i, block_, p_, p_count_), column);
        left[i] += value * x[column];
        size[i] += std::fabs(value);
      }
    }
    MPI_Allreduce(MPI_IN_PLACE, left.data(), rows_, MPI_DOUBLE, MPI_SUM, row_);
    MPI_Allreduce(MPI_IN_PLACE, size.data(), rows_, MPI_DOUBLE, MPI_SUM, row_);
    double norms[4] = {};  // of Ax - b, A, b, x
    for (int i = 0; i < rows_; i++) {
      const double right = lu::entry(lu::global_of(i, block_, p_, p_count_), n_);
      norms[0] = std::fmax(norms[0], std::fabs(left[i] - right));
      norms[1] = std::fmax(norms[1], size[i]);
      norms[2] = std::fmax(norms[2], std::fabs(right));
      if (!(std::fabs(left[i]) < DBL_MAX)) norms[0] = DBL_MAX;
    }
    for (const double value : x) norms[3] = std::fmax(norms[3], std::fabs(value));
    MPI_Allreduce(MPI_IN_PLACE, norms, 4, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    return norms[0] / (DBL_EPSILON * (norms[1] * norms[3] + norms[2]) * n_);
  }

 private:
  // Local rows, or columns, of the blocks before block k.
  long rows_before(int k) const {
    return static_cast<long>((k + p_count_ - 1 - p_) / p_count_) * block_;
  }
  long columns_before(int k) const {
    return static_cast<long>((k + q_count_ - 1 - q_) / q_count_) * block_;
  }
  bool owns_column(int k) const { return k % q_count_ == q_; }
  bool owns_row(long row) const { return row / block_ % p_count_ == p_; }
  int local_row(long row) const {
    return static_cast<int>(row / block_ / p_count_ * block_ + row % block_);
  }

  static void choose_device() {
    MPI_Comm host;
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
    int place = 0, device_count = 0;
    MPI_Comm_rank(host, &place);
    MPI_Comm_free(&host);
    CHECK(hipGetDeviceCount(&device_count));
    CHECK(hipSetDevice(place % device_count));
  }

  void allocate() {
    a_ = on_device<double>(rows_ * columns_);
    for (double*& panel : panels_) panel = on_device<double>((rows_ + block_) * block_);
    for (Part& part : parts_) {
      part.u = on_device<double>(columns_ * block_);
      part.away = on_device<double>(columns_ * block_);
      CHECK(hipEventCreate(&part.packed));
    }
    for (int*& lists : lists_) lists = on_device<int>(3L * block_);
    host_lists_ = on_host<int>(3L * block_);
    sums_ = on_device<double>(rows_);
    part_of_x_ = on_device<double>(block_);
    host_panel_ = on_host<double>((rows_ + block_) * block_);
    pivots_.resize(static_cast<std::size_t>(block_));
    candidate_.resize(static_cast<std::size_t>(block_) + 2);
    current_.resize(static_cast<std::size_t>(block_));
    CHECK(hipStreamCreate(&compute_));
    CHECK(hipStreamCreate(&data_));
    CHECK(hipEventCreate(&panel_ready_));
    MPI_Type_contiguous(block_ + 2, MPI_DOUBLE, &pivot_type_);
    MPI_Type_commit(&pivot_type_);
    MPI_Op_create(larger_pivot, 1, &pivot_op_);
  }

  // A panel on the host: the local rows from block k on, then the nb rows of L and U on top of it.
  void fetch_panel(int k) {
    const long first = rows_before(k), count = rows_ - first;
    CHECK(hipEventRecord(panel_ready_, compute_));
    CHECK(hipStreamWaitEvent(data_, panel_ready_, 0));
    if (count == 0) return;
    CHECK(hipMemcpy2DAsync(host_panel_, count * sizeof(double),
                           a_ + first + columns_before(k) * rows_, rows_ * sizeof(double),
                           count * sizeof(double), block_, hipMemcpyDeviceToHost, data_));
  }

  void factor_panel(int k) {
    CHECK(hipStreamSynchronize(data_));
    const bool has_diagonal = k % p_count_ == p_;
    const long first = rows_before(k);
    const int count = static_cast<int>(rows_ - first);
    double* const top = host_panel_ + static_cast<long>(count) * block_;
    for (int j = 0; j < block_; j++) {
      double* const column = host_panel_ + static_cast<long>(j) * count;
      const int begin = has_diagonal ? j : 0;
      choose_pivot(k, j, begin, count);
      put_row(top + j, block_, block_, &candidate_[2]);
      exchange_rows(k, j, count);
      const int below = has_diagonal ? j + 1 : 0;
      eliminate(column + below, count, count - below, block_ - 1 - j, &candidate_[j + 2]);
    }
  }

  // The largest entry of a column, and its row, to all processes of the column.
  void choose_pivot(int k, int j, int begin, int count) {
    candidate_[0] = candidate_[1] = -1;
    if (count > begin) {
      const double* const column = host_panel_ + static_cast<long>(j) * count;
      const int row = begin + find_pivot(column, begin, count - begin);
      candidate_[0] = std::fabs(column[row]);
      candidate_[1] =
          static_cast<double>(lu::global_of(rows_before(k) + row, block_, p_, p_count_));
      get_row(host_panel_ + row, count, block_, &candidate_[2]);
    }
    MPI_Allreduce(MPI_IN_PLACE, candidate_.data(), 1, pivot_type_, pivot_op_, column_);
    pivots_[j] = static_cast<int>(candidate_[1]);
  }

  // Row j of the panel and the pivot's row change places.
  void exchange_rows(int k, int j, int count) {
    const bool has_diagonal = k % p_count_ == p_;
    if (has_diagonal) get_row(host_panel_ + j, count, block_, current_.data());
    MPI_Bcast(current_.data(), block_, MPI_DOUBLE, k % p_count_, column_);
    const long pivot = pivots_[j];
    if (owns_row(pivot)) {
      put_row(host_panel_ + local_row(pivot) - rows_before(k), count, block_, current_.data());
    }
    if (has_diagonal) put_row(host_panel_ + j, count, block_, &candidate_[2]);
  }

  // Panel k from its process column to all, on the devices.
  void send_panel(int k) {
    std::swap(panels_[0], panels_[1]);  // the device may still work with the other one
    std::swap(lists_[0], lists_[1]);
    const long count = rows_ - rows_before(k) + block_;
    if (owns_column(k)) {
      CHECK(hipMemcpyAsync(panels_[0], host_panel_,
                           static_cast<std::size_t>(count * block_) * sizeof(double),
                           hipMemcpyHostToDevice, data_));
      CHECK(hipStreamSynchronize(data_));
    }
    MPI_Bcast(panels_[0], static_cast<int>(count * block_), MPI_DOUBLE, k % q_count_, row_);
    if (owns_column(k) && k % p_count_ == p_) {  // U stays in the matrix
      const long first = rows_before(k);
      const std::size_t row_bytes = static_cast<std::size_t>(block_) * sizeof(double);
      CHECK(hipMemcpy2DAsync(a_ + first + columns_before(k) * rows_, rows_ * sizeof(double),
                             panels_[0] + (rows_ - first) * block_, row_bytes, row_bytes, block_,
                             hipMemcpyDeviceToDevice, compute_));
    }
    MPI_Bcast(pivots_.data(), block_, MPI_INT, k % q_count_, row_);
    list_rows(k);
  }

  // Which local rows go where: lists of the rows that become U, of the diagonal block, and of
  // where its rows go that leave it.
  void list_rows(int k) {
    const long top = static_cast<long>(k) * block_;
    std::vector<long> source(static_cast<std::size_t>(block_));  // of the rows of U
    std::vector<std::pair<long, int>> outside;                   // row, and the top row it gets
    for (int i = 0; i < block_; i++) source[i] = top + i;
    for (int i = 0; i < block_; i++) {
      const long pivot = pivots_[i];
      if (pivot < top + block_) {
        std::swap(source[i], source[pivot - top]);
        continue;
      }
      std::pair<long, int>* found = nullptr;
      for (auto& one : outside) {
        if (one.first == pivot) found = &one;
      }
      const int leaves = static_cast<int>(source[i] - top);
      source[i] = found == nullptr ? pivot : top + found->second;
      if (found == nullptr) {
        outside.emplace_back(pivot, leaves);
      } else {
        found->second = leaves;
      }
    }
    for (int i = 0; i < block_; i++) {
      host_lists_[i] = owns_row(source[i]) ? local_row(source[i]) : -1;
      host_lists_[block_ + i] = k % p_count_ == p_ ? local_row(top + i) : -1;
      host_lists_[2 * block_ + i] = -1;
    }
    for (const auto& [row, from] : outside) {
      if (owns_row(row)) host_lists_[2 * block_ + from] = local_row(row);
    }
    CHECK(hipMemcpyAsync(lists_[0], host_lists_, 3 * static_cast<std::size_t>(block_) * sizeof(int),
                         hipMemcpyHostToDevice, data_));
    CHECK(hipStreamSynchronize(data_));
  }

  void split_parts(int k, bool is_next_mine) {
    const long begin = columns_before(k + 1);
    const int count = static_cast<int>(columns_ - begin);
    const int ahead = is_next_mine ? block_ : 0;
    const int first = (count - ahead) / 2;
    parts_[0].begin = begin;
    parts_[0].count = ahead;
    parts_[1].begin = begin + ahead;
    parts_[1].count = first;
    parts_[2].begin = begin + ahead + first;
    parts_[2].count = count - ahead - first;
  }

  // Packs the rows of a part that travel.
  void start(const Part& part, int k) {
    if (part.count == 0) return;
    const double* const columns = a_ + part.begin * rows_;
    const dim3 grid = grid_of(block_, part.count);
    pack<<<grid, block_threads, 0, compute_>>>(block_, part.count, columns, rows_, lists_[0],
                                               part.u);
    if (k % p_count_ == p_) {
      pack<<<grid, block_threads, 0, compute_>>>(block_, part.count, columns, rows_,
                                                 lists_[0] + block_, part.away);
    }
    CHECK(hipEventRecord(part.packed, compute_));
  }

  // Lets the rows travel, and gives the device the update to do.
  void finish(const Part& part, int k) {
    if (part.count == 0) return;
    if (p_count_ > 1) {
      CHECK(hipEventSynchronize(part.packed));
      const int words = block_ * part.count;
      MPI_Bcast(part.away, words, MPI_DOUBLE, k % p_count_, column_);
      MPI_Allreduce(MPI_IN_PLACE, part.u, words, MPI_DOUBLE, MPI_SUM, column_);
    }
    const bool has_diagonal = k % p_count_ == p_;
    const long first = rows_before(k);
    const int skipped = has_diagonal ? block_ : 0;
    const int stride = static_cast<int>(rows_ - first);
    const int below = stride - skipped;
    double* const columns = a_ + part.begin * rows_;
    const dim3 grid = grid_of(block_, part.count);
    unpack<<<grid, block_threads, 0, compute_>>>(block_, part.count, columns, rows_,
                                                 lists_[0] + 2L * block_, part.away);
    solve<<<grid_of(part.count), block_threads, 0, compute_>>>(
        block_, part.count, panels_[0] + static_cast<long>(stride) * block_, part.u);
    if (has_diagonal) {
      unpack<<<grid, block_threads, 0, compute_>>>(block_, part.count, columns, rows_,
                                                   lists_[0] + block_, part.u);
    }
    if (below == 0) return;
    update<<<grid_of(below, part.count), block_threads, 0, compute_>>>(
        below, part.count, block_, panels_[0] + skipped, stride, part.u, columns + first + skipped,
        rows_);
  }

  int n_, block_, p_count_, q_count_, panel_count_;
  int p_ = 0, q_ = 0;
  long rows_ = 0, columns_ = 0;
  MPI_Comm row_ = MPI_COMM_NULL, column_ = MPI_COMM_NULL;
  MPI_Datatype pivot_type_ = MPI_DATATYPE_NULL;
  MPI_Op pivot_op_ = MPI_OP_NULL;
  double* a_ = nullptr;
  double* panels_[2] = {};  // the current one, and the one before
  double* host_panel_ = nullptr;
  double* sums_ = nullptr;
  double* part_of_x_ = nullptr;
  int* lists_[2] = {};  // likewise: see list_rows
  int* host_lists_ = nullptr;
  Part parts_[3];
  std::vector<int> pivots_;
  std::vector<double> candidate_, current_;
  hipStream_t compute_ = nullptr, data_ = nullptr;
  hipEvent_t panel_ready_ = nullptr;
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int size = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int n = argc > 4 ? std::atoi(argv[1]) : 0, block = argc > 4 ? std::atoi(argv[2]) : 0;
  const int p = argc > 4 ? std::atoi(argv[3]) : 0, q = argc > 4 ? std::atoi(argv[4]) : 0;
  const bool checks = argc > 5 && std::strcmp(argv[5], "check") == 0;
  const int panels = argc > 5 && !checks ? std::atoi(argv[5]) : block > 0 ? n / block : 0;
  if (n < 1 || block < 1 || n % block != 0 || p < 1 || q < 1 || p * q != size || panels < 1 ||
      panels > n / block) {
    if (rank == 0)
      std::fprintf(stderr, "usage: lu N NB P Q [check | PANELS]: N a multiple of NB\n");
    MPI_Finalize();
    return 2;
  }
  Solver solver(n, block, p, q);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin_s = MPI_Wtime();
  solver.factor(panels, [&](int k) {
    if (panels == n / block || rank != 0) return;
    std::printf("panel %d of %d: %.6f s\n", k + 1, panels, MPI_Wtime() - begin_s);
    std::fflush(stdout);
  });
  std::vector<double> x;
  if (panels == n / block) x = solver.solve_upper_triangle();
  MPI_Barrier(MPI_COMM_WORLD);
  const double time_s = MPI_Wtime() - begin_s;
  const double left = n - static_cast<double>(panels) * block;
  const double flops = (2.0 / 3.0 * n + 1.5) * n * n - (2.0 / 3.0 * left + 1.5) * left * left;
  if (rank == 0)
    std::printf("N %d NB %d P %d Q %d: %.6f s, %.4e Gflop/s\n", n, block, p, q, time_s,
                flops / time_s / 1e9);
  int status = 0;
  if (checks) {
    const double residual = solver.residual(std::move(x));
    status = residual < 16 ? 0 : 1;
    if (rank == 0) std::printf("residual %.6f: %s\n", residual, status == 0 ? "passed" : "failed");
  }
  MPI_Finalize();
  return status;
}
