// SPDX-License-Identifier: BSD-3-Clause
//
// What streams, events, engines, copies, memory and library calls of a device do, each with its
// closed form; the device is tests/accelerator/device.toml's. usage: cases NAME
#include "gpu.h"

namespace {

constexpr double call_s = 1e-6;  // of the host, per call that gives the device work
constexpr double kernel_s = 1e-3 + 2e-6;
constexpr std::size_t ten_mb = 10'000'000;
constexpr double in_s = 1e-3 + 10e-6;   // ten_mb to the device
constexpr double out_s = 2e-3 + 20e-6;  // and back

__global__ void millisecond() {}
__global__ void scale(double* x, double a, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= a;
}
template <class Real>
__global__ void typed(Real* x) {
  x[threadIdx.x] += 1;
}
__global__ void by_shape() {}

struct Buffers {
  explicit Buffers(std::size_t size = ten_mb) {
    CHECK_CALL(GPU(Malloc)(&device, size));
    CHECK_CALL(GPU(HostAlloc)(&host, size, 0));
  }
  ~Buffers() {
    CHECK_CALL(GPU(Free)(device));
    CHECK_CALL(GPU(FreeHost)(host));
  }
  void* device = nullptr;
  void* host = nullptr;
};

struct MyStream {
  explicit MyStream(unsigned flags = 0) { CHECK_CALL(GPU(StreamCreateWithFlags)(&handle, flags)); }
  ~MyStream() { CHECK_CALL(GPU(StreamDestroy)(handle)); }
  GPU(Stream_t) handle = nullptr;
};

void copy_in(const Buffers& buffers, GPU(Stream_t) stream) {
  CHECK_CALL(
      GPU(MemcpyAsync)(buffers.device, buffers.host, ten_mb, GPU(MemcpyHostToDevice), stream));
}
void copy_out(const Buffers& buffers, GPU(Stream_t) stream) {
  CHECK_CALL(
      GPU(MemcpyAsync)(buffers.host, buffers.device, ten_mb, GPU(MemcpyDeviceToHost), stream));
}

void kernel_alone() {
  const MyStream stream;
  const Watch watch;
  millisecond<<<1, 32, 0, stream.handle>>>();
  EXPECT_TIME(watch, call_s);
  CHECK_CALL(GPU(StreamSynchronize)(stream.handle));
  EXPECT_TIME(watch, call_s + kernel_s);
}

void copies() {
  const Buffers buffers;
  const Watch in;
  CHECK_CALL(GPU(Memcpy)(buffers.device, buffers.host, ten_mb, GPU(MemcpyHostToDevice)));
  EXPECT_TIME(in, call_s + in_s);
  const Watch out;
  CHECK_CALL(GPU(Memcpy)(buffers.host, buffers.device, ten_mb, GPU(MemcpyDeviceToHost)));
  EXPECT_TIME(out, call_s + out_s);
}

void pageable_copy() {
  const Buffers buffers;
  void* const pageable = std::malloc(ten_mb);
  const Watch watch;
  CHECK_CALL(GPU(MemcpyAsync)(buffers.device, pageable, ten_mb, GPU(MemcpyHostToDevice), 0));
  EXPECT_TIME(watch, call_s + 10e-6 + 5e-3);  // it blocks
  CHECK_CALL(GPU(HostRegister)(pageable, ten_mb, 0));
  const Watch registered;
  CHECK_CALL(GPU(Memcpy)(buffers.device, pageable, ten_mb, GPU(MemcpyHostToDevice)));
  EXPECT_TIME(registered, call_s + in_s);
  CHECK_CALL(GPU(HostUnregister)(pageable));
  std::free(pageable);
}

void kernel_beside_copy() {
  const Buffers buffers;
  const MyStream first, second;
  const Watch watch;
  millisecond<<<1, 32, 0, first.handle>>>();
  copy_in(buffers, second.handle);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, 2 * call_s + in_s);
}

void one_stream_is_a_queue() {
  const Buffers buffers;
  const MyStream stream;
  const Watch watch;
  millisecond<<<1, 32, 0, stream.handle>>>();
  copy_in(buffers, stream.handle);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + kernel_s + in_s);
}

void kernels_share_an_engine() {
  const MyStream first, second;
  const Watch watch;
  millisecond<<<1, 32, 0, first.handle>>>();
  millisecond<<<1, 32, 0, second.handle>>>();
  CHECK_CALL(GPU(StreamSynchronize)(first.handle));
  EXPECT_TIME(watch, call_s + kernel_s);
  CHECK_CALL(GPU(StreamSynchronize)(second.handle));
  EXPECT_TIME(watch, call_s + 2 * kernel_s);
}

void default_stream_waits() {
  const Buffers buffers;
  const MyStream stream;
  const Watch watch;
  millisecond<<<1, 32, 0, stream.handle>>>();
  copy_in(buffers, 0);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + kernel_s + in_s);
}

void streams_wait_for_the_default_stream() {
  const Buffers buffers;
  const MyStream stream;
  const Watch watch;
  millisecond<<<1, 32>>>();
  copy_in(buffers, stream.handle);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + kernel_s + in_s);
}

void non_blocking_streams_do_not() {
  const Buffers buffers;
  const MyStream stream(GPU(StreamNonBlocking));
  const Watch watch;
  millisecond<<<1, 32, 0, stream.handle>>>();
  copy_in(buffers, 0);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, 2 * call_s + in_s);
}

void copies_in_both_directions() {
  const Buffers one, other;
  const MyStream first, second;
  const Watch watch;
  copy_out(one, first.handle);
  copy_in(other, second.handle);
  CHECK_CALL(GPU(StreamSynchronize)(second.handle));
  EXPECT_TIME(watch, 2 * call_s + in_s);
  CHECK_CALL(GPU(StreamSynchronize)(first.handle));
  EXPECT_TIME(watch, call_s + out_s);
}

void copies_in_one_direction_queue() {
  const Buffers one, other;
  const MyStream first, second;
  const Watch watch;
  copy_in(one, first.handle);
  copy_in(other, second.handle);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + 2 * in_s);
}

void copy_inside() {
  const Buffers one, other;
  const Watch watch;
  CHECK_CALL(GPU(MemcpyAsync)(one.device, other.device, ten_mb, GPU(MemcpyDeviceToDevice), 0));
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + 200e-6);
}

void copy_to_a_peer() {
  const Buffers here;
  int can = 0;
  CHECK_CALL(GPU(DeviceCanAccessPeer)(&can, 0, 1));
  CHECK(can == 1);
  CHECK_CALL(GPU(SetDevice)(1));
  const Buffers there;
  const Watch watch;
  CHECK_CALL(GPU(MemcpyPeer)(there.device, 1, here.device, 0, ten_mb));
  CHECK_CALL(GPU(SetDevice)(0));
  CHECK_CALL(GPU(DeviceSynchronize)());
  CHECK_CALL(GPU(SetDevice)(1));
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + 5e-6 + 500e-6);
  CHECK_CALL(GPU(SetDevice)(0));
}

void fills() {
  const Buffers buffers;
  const Watch watch;
  CHECK_CALL(GPU(MemsetAsync)(buffers.device, 0, ten_mb, 0));
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(watch, call_s + 100e-6);
}

void events() {
  const MyStream stream;
  GPU(Event_t) start, stop, plain;
  CHECK_CALL(GPU(EventCreate)(&start));
  CHECK_CALL(GPU(EventCreate)(&stop));
  CHECK_CALL(GPU(EventCreateWithFlags)(&plain, GPU(EventDisableTiming)));
  CHECK_CALL(GPU(EventRecord)(start, stream.handle));
  millisecond<<<1, 32, 0, stream.handle>>>();
  millisecond<<<1, 32, 0, stream.handle>>>();
  CHECK_CALL(GPU(EventRecord)(stop, stream.handle));
  CHECK(GPU(EventQuery)(stop) == GPU(ErrorNotReady));
  float elapsed_ms = 0;
  CHECK(GPU(EventElapsedTime)(&elapsed_ms, start, stop) == GPU(ErrorNotReady));
  CHECK_CALL(GPU(EventSynchronize)(stop));
  CHECK_CALL(GPU(EventQuery)(stop));
  CHECK_CALL(GPU(EventElapsedTime)(&elapsed_ms, start, stop));
  CHECK(std::abs(elapsed_ms - 1e3 * (call_s + 2 * kernel_s)) < 1e-5);
  CHECK_CALL(GPU(EventRecord)(plain, stream.handle));
  CHECK(GPU(EventElapsedTime)(&elapsed_ms, start, plain) != 0);
  GPU(GetLastError)();
  for (GPU(Event_t) event : {start, stop, plain}) CHECK_CALL(GPU(EventDestroy)(event));
}

void stream_waits_for_event() {
  const Buffers buffers;
  const MyStream first(GPU(StreamNonBlocking)), second(GPU(StreamNonBlocking));
  GPU(Event_t) event;
  CHECK_CALL(GPU(EventCreate)(&event));
  const Watch watch;
  millisecond<<<1, 32, 0, first.handle>>>();
  CHECK_CALL(GPU(EventRecord)(event, first.handle));
  CHECK_CALL(GPU(StreamWaitEvent)(second.handle, event, 0));
  copy_in(buffers, second.handle);
  CHECK(GPU(StreamQuery)(second.handle) == GPU(ErrorNotReady));
  CHECK_CALL(GPU(StreamSynchronize)(second.handle));
  EXPECT_TIME(watch, call_s + kernel_s + in_s);
  CHECK_CALL(GPU(StreamQuery)(second.handle));
  CHECK_CALL(GPU(EventDestroy)(event));
}

// From before a kernel in one stream until after a copy in another that waits for it.
void elapsed_across_streams() {
  const Buffers buffers;
  const MyStream first(GPU(StreamNonBlocking)), second(GPU(StreamNonBlocking));
  GPU(Event_t) start, between, stop;
  for (GPU(Event_t) * event : {&start, &between, &stop}) CHECK_CALL(GPU(EventCreate)(event));
  CHECK_CALL(GPU(EventRecord)(start, first.handle));
  millisecond<<<1, 32, 0, first.handle>>>();
  CHECK_CALL(GPU(EventRecord)(between, first.handle));
  CHECK_CALL(GPU(StreamWaitEvent)(second.handle, between, 0));
  copy_in(buffers, second.handle);
  CHECK_CALL(GPU(EventRecord)(stop, second.handle));
  millisecond<<<1, 32, 0, first.handle>>>();  // behind `between`: the copy does not wait for it
  CHECK_CALL(GPU(EventSynchronize)(stop));
  float kernel_ms = 0, copy_ms = 0;
  CHECK_CALL(GPU(EventElapsedTime)(&kernel_ms, start, between));
  CHECK(std::abs(kernel_ms - 1e3 * (call_s + kernel_s)) < 1e-7);
  CHECK_CALL(GPU(EventElapsedTime)(&copy_ms, between, stop));
  CHECK(std::abs(copy_ms - 1e3 * in_s) < 1e-7);
  for (GPU(Event_t) event : {start, between, stop}) CHECK_CALL(GPU(EventDestroy)(event));
  CHECK_CALL(GPU(DeviceSynchronize)());
}

// What a device sends to another one goes one after the other; what comes back does not wait.
void peer_copies_queue() {
  const Buffers here;
  CHECK_CALL(GPU(SetDevice)(1));
  const Buffers there;
  const MyStream back(GPU(StreamNonBlocking));
  CHECK_CALL(GPU(SetDevice)(0));
  const MyStream first(GPU(StreamNonBlocking)), second(GPU(StreamNonBlocking));
  constexpr double peer_s = 5e-6 + 500e-6;
  const Watch watch;
  for (GPU(Stream_t) stream : {first.handle, second.handle}) {
    CHECK_CALL(GPU(MemcpyPeerAsync)(there.device, 1, here.device, 0, ten_mb, stream));
  }
  CHECK_CALL(GPU(MemcpyPeerAsync)(here.device, 0, there.device, 1, ten_mb, back.handle));
  CHECK_CALL(GPU(StreamSynchronize)(first.handle));
  EXPECT_TIME(watch, call_s + peer_s);
  CHECK_CALL(GPU(StreamSynchronize)(back.handle));
  EXPECT_TIME(watch, 3 * call_s + peer_s);
  CHECK_CALL(GPU(StreamSynchronize)(second.handle));
  EXPECT_TIME(watch, call_s + 2 * peer_s);
}

// They say that they are not there; what the stream was given goes on.
void graphs_are_refused() {
  const MyStream stream;
  const Watch watch;
  millisecond<<<1, 32, 0, stream.handle>>>();
  GPU(Graph_t) graph = nullptr;
  CHECK(GPU(GraphCreate)(&graph, 0) == GPU(ErrorNotSupported));
  CHECK(GPU(StreamBeginCapture)(stream.handle, GPU(StreamCaptureModeGlobal)) ==
        GPU(ErrorNotSupported));
  CHECK(GPU(StreamEndCapture)(stream.handle, &graph) == GPU(ErrorNotSupported));
  CHECK(GPU(GraphLaunch)(nullptr, stream.handle) == GPU(ErrorNotSupported));
  CHECK(GPU(GetLastError)() == GPU(ErrorNotSupported));
  CHECK(std::strcmp(GPU(GetErrorString)(GPU(ErrorNotSupported)), "operation not supported") == 0);
  CHECK_CALL(GPU(StreamSynchronize)(stream.handle));
  EXPECT_TIME(watch, call_s + kernel_s);
}

void formulas() {
  const Buffers buffers;
  const Watch by_bytes;
  scale<<<100, 100>>>(static_cast<double*>(buffers.device), 2.0, 1'000'000);
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(by_bytes, call_s + 2e-6 + 160e-6);
  const Watch exact_name;
  typed<float><<<1, 32>>>(static_cast<float*>(buffers.device));
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(exact_name, call_s + 2e-6 + 2e-3);
  const Watch bare_name;
  typed<double><<<1, 32>>>(static_cast<double*>(buffers.device));
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(bare_name, call_s + 2e-6 + 4e-3);
  const Watch shape;
  by_shape<<<dim3(5, 2), 100>>>();
  CHECK_CALL(GPU(DeviceSynchronize)());
  EXPECT_TIME(shape, call_s + 2e-6 + 5e-6 + 1e-6);
}

void blas() {
  const Buffers buffers;
  auto* const a = static_cast<double*>(buffers.device);
  auto* const b = static_cast<float*>(buffers.device);
  const double one = 1;
  const float one_short = 1;
  GPU_BLAS(Handle_t) handle;
  CHECK_CALL(GPU_BLAS(Create)(&handle));
  const MyStream stream;
  CHECK_CALL(GPU_BLAS(SetStream)(handle, stream.handle));
  const auto expect = [&](const Watch& watch, double work_s, int line) {
    CHECK_CALL(GPU(StreamSynchronize)(stream.handle));
    watch.expect(call_s + 2e-6 + work_s, line);
  };
  const Watch gemm;
  CHECK_CALL(GPU_BLAS(Dgemm)(handle, GPU_OP_N, GPU_OP_N, 1000, 1000, 500, &one, a, 1000, a, 1000,
                             &one, a, 1000));
  expect(gemm, 0.5e-3, __LINE__);
  const Watch short_gemm;
  CHECK_CALL(GPU_BLAS(Sgemm)(handle, GPU_OP_N, GPU_OP_N, 1000, 1000, 500, &one_short, b, 1000, b,
                             1000, &one_short, b, 1000));
  expect(short_gemm, 0.25e-3, __LINE__);
  const Watch left;
  CHECK_CALL(GPU_BLAS(Dtrsm)(handle, GPU_LEFT, GPU_UPPER, GPU_OP_N, GPU_NON_UNIT, 1000, 400, &one,
                             a, 1000, a, 1000));
  expect(left, 0.2e-3, __LINE__);
  const Watch right;
  CHECK_CALL(GPU_BLAS(Dtrsm)(handle, GPU_RIGHT, GPU_UPPER, GPU_OP_N, GPU_NON_UNIT, 1000, 1000, &one,
                             a, 1000, a, 1000));
  expect(right, 0.5e-3, __LINE__);
  const Watch gemv;
  CHECK_CALL(GPU_BLAS(Dgemv)(handle, GPU_OP_N, 1000, 1000, &one, a, 1000, a, 1, &one, a, 1));
  expect(gemv, 80e-6, __LINE__);
  const Watch by_file;
  CHECK_CALL(GPU_BLAS(Daxpy)(handle, 100'000, &one, a, 1, a, 1));
  expect(by_file, 100e-6, __LINE__);
  double sum = 0;
  const Watch dot;
  CHECK_CALL(GPU_BLAS(Ddot)(handle, 1'000'000, a, 1, a, 1, &sum));
  EXPECT_TIME(dot, call_s + 2e-6 + 160e-6);  // the number comes to the host: it waits
  CHECK(GPU_BLAS(Dscal)(handle, -1, &one, a, 1) != 0);
  CHECK_CALL(GPU_BLAS(Dscal)(handle, 0, &one, a, 1));
  CHECK_CALL(GPU_BLAS(Destroy)(handle));
  CHECK(GPU_BLAS(Dscal)(nullptr, 1, &one, a, 1) != 0);
}

// The place of the largest element is one that exists: programs use it as an address.
void place_of_the_largest() {
  const Buffers buffers;
  GPU_BLAS(Handle_t) handle;
  CHECK_CALL(GPU_BLAS(Create)(&handle));
  int place = -5;
  CHECK_CALL(GPU_BLAS(Idamax)(handle, 1000, static_cast<double*>(buffers.device), 1, &place));
  CHECK(place == 1);
  double value = 3;
  CHECK_CALL(GPU(Memcpy)(&value, static_cast<double*>(buffers.device) + place - 1, sizeof value,
                         GPU(MemcpyDeviceToHost)));
  CHECK_CALL(GPU_BLAS(Idamax)(handle, 0, static_cast<double*>(buffers.device), 1, &place));
  CHECK(place == 0);
  CHECK_CALL(GPU_BLAS(Destroy)(handle));
}

void modes_of_a_handle() {
  GPU_BLAS(Handle_t) handle;
  CHECK_CALL(GPU_BLAS(Create)(&handle));
  GPU_BLAS(AtomicsMode_t) mode;
  CHECK_CALL(GPU_BLAS(GetAtomicsMode)(handle, &mode));
  CHECK(mode != GPU_ATOMICS_ALLOWED);
  CHECK_CALL(GPU_BLAS(SetAtomicsMode)(handle, GPU_ATOMICS_ALLOWED));
  CHECK_CALL(GPU_BLAS(GetAtomicsMode)(handle, &mode));
  CHECK(mode == GPU_ATOMICS_ALLOWED);
  CHECK(GPU_BLAS(SetAtomicsMode)(handle, static_cast<GPU_BLAS(AtomicsMode_t)>(7)) != 0);
  CHECK_CALL(GPU_BLAS(Destroy)(handle));
}

void ranges_nest() {
  const Watch watch;
  CHECK(GPU_RANGE(RangePush)("outer") == 0);
  CHECK(GPU_RANGE(RangePush)("inner") == 1);
  GPU_RANGE(Mark)("here");
  CHECK(GPU_RANGE(RangePop)() == 1);
  CHECK(GPU_RANGE(RangePop)() == 0);
  CHECK(GPU_RANGE(RangePop)() < 0);
  CHECK(GPU_RANGE(RangeStart)("a") != GPU_RANGE(RangeStart)("b"));
  EXPECT_TIME(watch, 0);
}

void memory() {
  std::size_t free_bytes = 0, total_bytes = 0;
  CHECK_CALL(GPU(MemGetInfo)(&free_bytes, &total_bytes));
  CHECK(total_bytes == 1'000'000'000);
  const std::size_t before = free_bytes;
  void* first = nullptr;
  CHECK_CALL(GPU(Malloc)(&first, 600'000'000));
  CHECK_CALL(GPU(MemGetInfo)(&free_bytes, &total_bytes));
  CHECK(free_bytes == before - 600'000'000);
  void* second = nullptr;
  CHECK(GPU(Malloc)(&second, 600'000'000) == GPU(ErrorMemoryAllocation));
  CHECK(second == nullptr);
  CHECK(GPU(GetLastError)() == GPU(ErrorMemoryAllocation));
  CHECK_CALL(GPU(GetLastError)());
  CHECK_CALL(GPU(Free)(first));
  CHECK_CALL(GPU(MemGetInfo)(&free_bytes, &total_bytes));
  CHECK(free_bytes == before);
  CHECK_CALL(GPU(Free)(nullptr));
}

void wrong_arguments() {
  const Buffers buffers;
  CHECK(GPU(SetDevice)(2) == GPU(ErrorInvalidDevice));
  CHECK(GPU(SetDevice)(-1) == GPU(ErrorInvalidDevice));
  CHECK(GPU(Memcpy)(buffers.device, buffers.host, 8, GPU(MemcpyDeviceToHost)) ==
        GPU(ErrorInvalidValue));
  CHECK(GPU(Memcpy)(buffers.device, buffers.host, ten_mb + 1, GPU(MemcpyHostToDevice)) ==
        GPU(ErrorInvalidValue));
  void* freed = nullptr;
  CHECK_CALL(GPU(Malloc)(&freed, 4096));
  CHECK_CALL(GPU(Free)(freed));
  CHECK(GPU(Free)(freed) == GPU(ErrorInvalidValue));
  CHECK(GPU(Memcpy)(freed, buffers.host, 8, GPU(MemcpyHostToDevice)) == GPU(ErrorInvalidValue));
  CHECK(GPU(Free)(buffers.host) == GPU(ErrorInvalidValue));
  millisecond<<<1, 2048>>>();
  CHECK(GPU(GetLastError)() == GPU(ErrorInvalidConfiguration));
  millisecond<<<0, 32>>>();
  CHECK(GPU(GetLastError)() == GPU(ErrorInvalidConfiguration));
  CHECK(GPU(GetDevice)(nullptr) == GPU(ErrorInvalidValue));
  CHECK(std::strcmp(GPU(GetErrorString)(GPU(ErrorInvalidDevice)), "invalid device ordinal") == 0);
  GPU(GetLastError)();
}

void host_pointer_in_a_kernel() {
  double x[8] = {};
  scale<<<1, 8>>>(x, 2.0, 8);
  CHECK(GPU(DeviceSynchronize)() == GPU(ErrorIllegalAddress));
  CHECK(GPU(GetLastError)() == GPU(ErrorIllegalAddress));  // for good
  void* memory = nullptr;
  CHECK(GPU(Malloc)(&memory, 8) == GPU(ErrorIllegalAddress));
}

void mpi_from_devices() {
  const Buffers buffers;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double time_s[2];
  for (int from_device = 0; from_device < 2; from_device++) {
    void* const data = from_device == 1 ? buffers.device : buffers.host;
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin_s = MPI_Wtime();
    if (rank == 0) {
      MPI_Send(data, ten_mb, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(data, ten_mb, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    time_s[from_device] = MPI_Wtime() - begin_s;
  }
  CHECK(std::abs(time_s[0] - time_s[1]) < 1e-9 * time_s[0]);
  MPI_Allreduce(MPI_IN_PLACE, buffers.device, 1000, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

void content_where_it_is_asked_for() {
  const Buffers buffers(8 * sizeof(double));
  auto* const host = static_cast<double*>(buffers.host);
  for (int i = 0; i < 8; i++) host[i] = i;
  CHECK_CALL(GPU(Memcpy)(buffers.device, host, 8 * sizeof(double), GPU(MemcpyHostToDevice)));
  for (int i = 0; i < 8; i++) host[i] = -1;
  CHECK_CALL(GPU(Memcpy)(host, buffers.device, 8 * sizeof(double), GPU(MemcpyDeviceToHost)));
  for (int i = 0; i < 8; i++) CHECK(host[i] == i);
}

void shared_cable() {  // of --devices shared: 12 GB/s for both devices together
  const Buffers here;
  const Watch watch;
  copy_in(here, 0);
  CHECK_CALL(GPU(SetDevice)(1));
  const Buffers there;
  copy_in(there, 0);
  CHECK_CALL(GPU(DeviceSynchronize)());
  CHECK_CALL(GPU(SetDevice)(0));
  CHECK_CALL(GPU(DeviceSynchronize)());
  // The first goes alone for 1 us, then both get 6 GB/s; the second ends last, alone at 10 GB/s.
  const double first_end_s = call_s + 10e-6 + call_s + (ten_mb - 10e9 * call_s) / 6e9;
  const double second_left = ten_mb - (first_end_s - 2 * call_s - 10e-6) * 6e9;
  EXPECT_TIME(watch, first_end_s + second_left / 10e9);
}

// A kernel that computes nothing, one that is bound by memory, and a product: see `energy` of run.
void work_for_energy() {
  const Buffers buffers;
  auto* const a = static_cast<double*>(buffers.device);
  GPU_BLAS(Handle_t) handle;
  CHECK_CALL(GPU_BLAS(Create)(&handle));
  const double one = 1;
  millisecond<<<1, 32>>>();
  scale<<<1000, 1000>>>(a, 2.0, 1'000'000);
  CHECK_CALL(GPU_BLAS(Dgemm)(handle, GPU_OP_N, GPU_OP_N, 500, 500, 500, &one, a, 500, a, 500, &one,
                             a, 500));
  CHECK_CALL(GPU(DeviceSynchronize)());
  CHECK_CALL(GPU_BLAS(Destroy)(handle));
}

struct Case {
  const char* name;
  void (*run)();
};
constexpr Case cases[] = {
    {"kernel_alone", kernel_alone},
    {"copies", copies},
    {"pageable_copy", pageable_copy},
    {"kernel_beside_copy", kernel_beside_copy},
    {"one_stream_is_a_queue", one_stream_is_a_queue},
    {"kernels_share_an_engine", kernels_share_an_engine},
    {"default_stream_waits", default_stream_waits},
    {"streams_wait_for_the_default_stream", streams_wait_for_the_default_stream},
    {"non_blocking_streams_do_not", non_blocking_streams_do_not},
    {"copies_in_both_directions", copies_in_both_directions},
    {"copies_in_one_direction_queue", copies_in_one_direction_queue},
    {"copy_inside", copy_inside},
    {"copy_to_a_peer", copy_to_a_peer},
    {"fills", fills},
    {"events", events},
    {"stream_waits_for_event", stream_waits_for_event},
    {"elapsed_across_streams", elapsed_across_streams},
    {"peer_copies_queue", peer_copies_queue},
    {"graphs_are_refused", graphs_are_refused},
    {"formulas", formulas},
    {"blas", blas},
    {"place_of_the_largest", place_of_the_largest},
    {"modes_of_a_handle", modes_of_a_handle},
    {"ranges_nest", ranges_nest},
    {"memory", memory},
    {"wrong_arguments", wrong_arguments},
    {"host_pointer_in_a_kernel", host_pointer_in_a_kernel},
    {"mpi_from_devices", mpi_from_devices},
    {"content_where_it_is_asked_for", content_where_it_is_asked_for},
    {"shared_cable", shared_cable},
    {"work_for_energy", work_for_energy},
};

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int found = 0;
  for (const Case& one : cases) {
    if (argc < 2) std::printf("%s\n", one.name);
    if (argc < 2 || std::strcmp(argv[1], one.name) != 0) continue;
    found++;
    one.run();
  }
  MPI_Finalize();
  if (argc >= 2 && found == 0) return 2;
  return failures == 0 ? 0 : 1;
}
