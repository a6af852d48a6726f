// SPDX-License-Identifier: BSD-3-Clause
//
// One exchange each, after which the first rank acts for all.
#include "libsmpi/mpi/io/file_size.h"

#include "libsmpi/mpi/io/background_access.h"
#include "libsmpi/mpi/io/exchange.h"
#include "libsmpi/mpi/io/state.h"

namespace smpi::io {
namespace {

enum class Deed : std::uint8_t { set_size, preallocate, set_atomicity, sync };

struct Terms {
  Deed deed = Deed::sync;
  std::int64_t value = 0;
  int error = MPI_SUCCESS;
};

// Does act() once if all ranks gave the same terms.
template <class Act>
int agree_and(File& file, const Terms& mine, Act&& act) {
  constexpr MPI_Count terms_bytes = sizeof(MPI_Offset);
  Exchange<Terms> terms(file.communicator(), file.next_operation(), 0, mine, terms_bytes);
  if (terms.failure() != MPI_SUCCESS) return terms.failure();
  if (mine.error != MPI_SUCCESS) return mine.error;
  for (const Terms& other : terms.values()) {
    const bool same =
        other.error == MPI_SUCCESS && other.deed == mine.deed && other.value == mine.value;
    if (!same) return MPI_ERR_NOT_SAME;
  }
  file.shared().state->storage.ask_server(file.owner());
  return terms.once(act);
}

}  // namespace

int set_size(File& file, std::int64_t bytes, int error) {
  return agree_and(file, {.deed = Deed::set_size, .value = bytes, .error = error},
                   [&] { return file.shared().descriptor.set_size(bytes); });
}

int preallocate(File& file, std::int64_t bytes, int error) {
  return agree_and(file, {.deed = Deed::preallocate, .value = bytes, .error = error},
                   [&] { return file.shared().descriptor.allocate(bytes); });
}

int set_atomicity(File& file, bool atomic) {
  return agree_and(file, {.deed = Deed::set_atomicity, .value = atomic ? 1 : 0}, [&] {
    file.shared().is_atomic = atomic;
    return MPI_SUCCESS;
  });
}

int sync(File& file) {
  drain(file);
  // What was written is in the system's cache, where all ranks see it.
  return agree_and(file, {.deed = Deed::sync}, [&] {
    FileShared& shared = file.shared();
    return shared.state->storage.syncs_real_disk() ? shared.descriptor.flush() : MPI_SUCCESS;
  });
}

int size_of(const File& file, std::int64_t& bytes) {
  file.shared().state->storage.ask_server(file.owner());
  return file.shared().descriptor.size(bytes);
}

}  // namespace smpi::io
