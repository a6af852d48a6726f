// SPDX-License-Identifier: BSD-3-Clause
//
// Independent reads and writes: one system call a run of the file.
#include "libsmpi/mpi/io/access.h"

#include <algorithm>

#include "libsmpi/mpi/io/data_stream.h"
#include "libsmpi/mpi/io/state.h"

namespace smpi::io {
namespace {

// Makes the file at least `bytes` bytes long.
int extend(Descriptor& descriptor, std::int64_t bytes) {
  std::int64_t size_bytes = 0;
  const int error = descriptor.size(size_bytes);
  return error != MPI_SUCCESS || size_bytes >= bytes ? error : descriptor.set_size(bytes);
}

int write_runs(const Access& access, const DataStream& stream) {
  Descriptor& descriptor = access.file->shared().descriptor;
  const std::byte* data = stream.data();
  int error = MPI_SUCCESS;
  access.file->view.for_each_run({access.position, access.position + access.size_bytes},
                                 [&](std::int64_t offset, std::int64_t size_bytes) {
                                   if (error != MPI_SUCCESS) return;
                                   error = stream.is_hole()
                                               ? extend(descriptor, offset + size_bytes)
                                               : descriptor.write(data, size_bytes, offset);
                                   data += size_bytes;
                                 });
  return error;
}

int read_runs(const Access& access, std::int64_t size_bytes, const DataStream& stream,
              std::int64_t& read_bytes) {
  const Descriptor& descriptor = access.file->shared().descriptor;
  int error = MPI_SUCCESS;
  bool ended = false;
  read_bytes = 0;
  access.file->view.for_each_run({access.position, access.position + size_bytes},
                                 [&](std::int64_t offset, std::int64_t run_bytes) {
                                   if (ended || error != MPI_SUCCESS) return;
                                   std::int64_t part_bytes = 0;
                                   error = descriptor.read(stream.data() + read_bytes, run_bytes,
                                                           offset, part_bytes);
                                   read_bytes += part_bytes;
                                   ended = part_bytes < run_bytes;
                                 });
  return error;
}

int read(const Access& access, MPI_Count& size_bytes) {
  FileShared& shared = access.file->shared();
  const std::int64_t wanted_bytes = readable_bytes(access);
  shared.state->storage.transfer(access.file->owner(), Direction::read, wanted_bytes, shared.path);
  DataStream stream(access);
  std::int64_t read_bytes = 0;
  const int error = read_runs(access, wanted_bytes, stream, read_bytes);
  if (error != MPI_SUCCESS) return error;
  return stream.store(read_bytes, size_bytes);
}

}  // namespace

std::int64_t readable_bytes(const Access& access) {
  const File& file = *access.file;
  std::int64_t file_bytes = 0;
  if (file.shared().descriptor.size(file_bytes) != MPI_SUCCESS) return access.size_bytes;
  return file.view.readable_bytes(access.position, access.size_bytes, file_bytes);
}

int run_write(const Access& access, const DataStream& stream, MPI_Count& size_bytes) {
  FileShared& shared = access.file->shared();
  size_bytes = 0;
  shared.state->storage.transfer(access.file->owner(), Direction::write, access.size_bytes,
                                 shared.path);
  const int error = write_runs(access, stream);
  if (error == MPI_SUCCESS) size_bytes = access.count * access.type->size_bytes();
  return error;
}

int run(const Access& access, MPI_Count& size_bytes) {
  size_bytes = 0;
  if (access.direction == Direction::read) return read(access, size_bytes);
  DataStream stream(access);
  const int error = stream.load();
  return error != MPI_SUCCESS ? error : run_write(access, stream, size_bytes);
}

}  // namespace smpi::io
