// SPDX-License-Identifier: BSD-3-Clause
//
// In place, packed, or converted.
#include "libsmpi/mpi/io/data_stream.h"

#include "libsmpi/ranks/memory/folding.h"
#include "libsmpi/ranks/runtime/rank.h"

namespace smpi::io {
namespace {

bool is_in_place(const Access& access) {
  if (!datatype::data_moves) return true;
  if (!access.file->view.representation().is_native()) return false;
  return access.type->is_dense() || (access.count == 1 && access.type->is_run());
}

memory::AddressRange range_at(const std::byte* address, std::int64_t size_bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + static_cast<std::uintptr_t>(size_bytes)};
}

}  // namespace

DataStream::DataStream(const Access& access) : access_(access) {
  if (is_in_place(access)) {
    data_ = static_cast<std::byte*>(access.buffer) + access.type->layout().loop.offset;
  } else {
    staged_ =
        std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(access.size_bytes));
    data_ = staged_.get();
  }
  const memory::RankMemory& memory = access.file->owner().memory;
  is_hole_ = access.direction == Direction::write && !staged_ && access.size_bytes > 0 &&
             memory.in_use() && memory.lacks(range_at(data_, access.size_bytes));
}

int DataStream::load() {
  if (!staged_) return MPI_SUCCESS;
  return access_.file->view.representation().encode(access_.buffer, access_.count, *access_.type,
                                                    data_);
}

int DataStream::store(std::int64_t bytes, MPI_Count& size_bytes) {
  size_bytes = bytes;
  int error = MPI_SUCCESS;
  if (staged_) {
    error = access_.file->view.representation().decode(data_, bytes, access_.buffer, access_.count,
                                                       *access_.type, size_bytes);
  }
  if (access_.file->owner().memory.in_use()) mark_content(size_bytes);
  return error;
}

// What was read has content, whatever was in the buffer before.
void DataStream::mark_content(MPI_Count size_bytes) const {
  memory::RankMemory& memory = access_.file->owner().memory;
  const auto* const base = static_cast<const std::byte*>(access_.buffer);
  for_each_run(*access_.type, access_.count, {0, size_bytes},
               [&](std::int64_t offset, std::int64_t run_bytes) {
                 memory.set_content(range_at(base + offset, run_bytes));
               });
}

}  // namespace smpi::io
