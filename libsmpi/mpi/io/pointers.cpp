// SPDX-License-Identifier: BSD-3-Clause
//
// The end of a file, as seen through a view, is the first etype of which no byte is in the file.
#include "libsmpi/mpi/io/pointers.h"

#include "libsmpi/mpi/io/exchange.h"
#include "libsmpi/mpi/io/state.h"

namespace smpi::io {
namespace {

struct SeekTerms {
  std::int64_t offset = 0;
  int whence = 0;
};
constexpr MPI_Count seek_bytes = sizeof(MPI_Offset) + sizeof(int);

struct OrderTerms {
  std::int64_t etypes = 0;
};

// Where a pointer that stands at `current` goes.
int destination(const File& file, const SeekTerms& terms, std::int64_t current,
                std::int64_t& result) {
  std::int64_t base = 0;
  if (terms.whence == MPI_SEEK_CUR) base = current;
  if (terms.whence == MPI_SEEK_END) {
    std::int64_t file_bytes = 0;
    const int error = file.shared().descriptor.size(file_bytes);
    if (error != MPI_SUCCESS) return error;
    base = etypes_of(file, file.view.bytes_below(file_bytes));
  }
  std::int64_t sum = 0;
  if (__builtin_add_overflow(base, terms.offset, &sum) || sum < 0) return MPI_ERR_ARG;
  result = sum;
  return MPI_SUCCESS;
}

}  // namespace

int seek(File& file, std::int64_t offset, int whence) {
  return destination(file, {offset, whence}, file.pointer, file.pointer);
}

int seek_shared(File& file, std::int64_t offset, int whence) {
  Exchange<SeekTerms> terms(file.communicator(), file.next_operation(), 0, {offset, whence},
                            seek_bytes);
  if (terms.failure() != MPI_SUCCESS) return terms.failure();
  for (const SeekTerms& other : terms.values()) {
    if (other.offset != offset || other.whence != whence) return MPI_ERR_NOT_SAME;
  }
  ask_for_pointer(file);
  std::int64_t& pointer = file.shared().pointer;
  return terms.once([&] { return destination(file, {offset, whence}, pointer, pointer); });
}

std::int64_t shared_pointer(const File& file) {
  ask_for_pointer(file);
  return file.shared().pointer;
}

int take_in_order(File& file, int operation, std::int64_t etypes, std::int64_t& start) {
  struct Base : Counted {
    std::int64_t pointer = 0;
  };
  Exchange<OrderTerms> terms(file.communicator(), operation, 0, {etypes}, sizeof(MPI_Offset));
  if (terms.failure() != MPI_SUCCESS) return terms.failure();
  terms.once([&] {
    auto* base = new Base;
    base->pointer = file.shared().pointer;
    terms.made() = base;
    for (const OrderTerms& other : terms.values()) file.shared().pointer += other.etypes;
    return MPI_SUCCESS;
  });
  start = static_cast<Base*>(terms.made().get())->pointer;
  for (int rank = 0; rank < file.communicator().rank(); rank++) {
    start += terms.values()[static_cast<std::size_t>(rank)].etypes;
  }
  return MPI_SUCCESS;
}

void ask_for_pointer(const File& file) {
  file.shared().state->storage.ask_server(file.owner());
}

}  // namespace smpi::io
