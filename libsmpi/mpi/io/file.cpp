// SPDX-License-Identifier: BSD-3-Clause
//
// Files as objects; opening and closing them is in open_close.cpp.
#include "libsmpi/mpi/io/file.h"

#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi {

namespace io {

FileShared::FileShared(State& owner, std::string name, int open_mode)
    : state(&owner), path(std::move(name)), mode(open_mode) {
  state->open_files.push_back(this);
}

FileShared::~FileShared() {
  if (state != nullptr) std::erase(state->open_files, this);
}

}  // namespace io

File::File(Ref<Communicator> communicator, Ref<io::FileShared> shared)
    : errhandler(shared->state->errhandler_of(communicator->owner())),
      communicator_(std::move(communicator)),
      shared_(std::move(shared)) {}

File* find_file(MPI_File handle) {
  Rank& rank = current_rank();
  File* found = rank.simulation.handles.files.find(reinterpret_cast<std::uintptr_t>(handle));
  return found == nullptr || &found->owner() != &rank ? nullptr : found;
}

MPI_File to_handle(const File* file) {
  if (file == nullptr) return MPI_FILE_NULL;
  return reinterpret_cast<MPI_File>(static_cast<std::uintptr_t>(file->handle));
}

}  // namespace smpi
