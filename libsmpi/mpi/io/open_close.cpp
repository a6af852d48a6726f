// SPDX-License-Identifier: BSD-3-Clause
//
// The first rank that knows the modes of all opens the file, with the name that it was given, in
// its own working directory; one descriptor serves all ranks.
#include "libsmpi/mpi/io/open_close.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/creation/creation.h"
#include "libsmpi/mpi/errors/errhandler.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/io/background_access.h"
#include "libsmpi/mpi/io/exchange.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"

namespace smpi::io {
namespace {

// MPI 14.2.1: exactly one way to access; what is only read is not made; no seeking in a stream.
bool is_valid_mode(int mode) {
  constexpr int known = MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY | MPI_MODE_CREATE |
                        MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_UNIQUE_OPEN |
                        MPI_MODE_SEQUENTIAL | MPI_MODE_APPEND;
  const int access = mode & (MPI_MODE_RDONLY | MPI_MODE_RDWR | MPI_MODE_WRONLY);
  const bool has_one =
      access == MPI_MODE_RDONLY || access == MPI_MODE_RDWR || access == MPI_MODE_WRONLY;
  if (!has_one || (mode & ~known) != 0) return false;
  if (access == MPI_MODE_RDONLY && (mode & (MPI_MODE_CREATE | MPI_MODE_EXCL)) != 0) return false;
  return access != MPI_MODE_RDWR || (mode & MPI_MODE_SEQUENTIAL) == 0;
}

int flags_of(int mode) {
  int flags = O_RDWR;
  if ((mode & MPI_MODE_RDONLY) != 0) flags = O_RDONLY;
  if ((mode & MPI_MODE_WRONLY) != 0) flags = O_WRONLY;
  if ((mode & MPI_MODE_CREATE) == 0) return flags;
  return flags | O_CREAT | ((mode & MPI_MODE_EXCL) != 0 ? O_EXCL : 0);
}

// MPI_MODE_UNIQUE_OPEN: nobody else has the file open.
bool is_in_use(const FileShared& opened) {
  const auto& files = opened.state->open_files;
  return std::any_of(files.begin(), files.end(), [&](const FileShared* other) {
    return other != &opened && other->identity == opened.identity &&
           ((other->mode | opened.mode) & MPI_MODE_UNIQUE_OPEN) != 0;
  });
}

int open_descriptor(FileShared& file) {
  const int error = file.descriptor.open(file.path, flags_of(file.mode), file.hints.permissions);
  if (error != MPI_SUCCESS) return error;
  file.identity = file.descriptor.identity();
  if (is_in_use(file)) return MPI_ERR_FILE_IN_USE;
  const int size_error = file.descriptor.size(file.opened_bytes);
  if ((file.mode & MPI_MODE_APPEND) == 0) return MPI_SUCCESS;
  file.first_pointer = file.pointer = file.opened_bytes;
  return size_error;
}

constexpr MPI_Count mode_bytes = sizeof(int);
constexpr MPI_Count view_bytes = sizeof(MPI_Offset) + sizeof(int);

struct Mode {
  int bits = 0;
};

struct ViewTerms {
  std::int64_t etype_bytes = 0;
  std::string representation;
  int error = MPI_SUCCESS;
};

struct Goodbye {};
struct HintTerms {};

}  // namespace

int open(Communicator& communicator, const OpenSpec& spec, File*& file) {
  Simulation& simulation = communicator.simulation();
  Ref<Communicator> own(&comm::begin_duplicate(communicator));
  comm::release_handle(*own);
  own->errhandler = &errors_return();  // the file's own handler is told
  Exchange<Mode> modes(*own, 0, 0, {spec.mode}, mode_bytes);
  if (modes.failure() != MPI_SUCCESS) return modes.failure();
  const int error = modes.once([&] {
    for (const Mode& mode : modes.values()) {
      if (mode.bits != spec.mode) return MPI_ERR_NOT_SAME;
    }
    if (!is_valid_mode(spec.mode)) return MPI_ERR_AMODE;
    std::error_code unknown_folder;
    const std::string path = std::filesystem::absolute(spec.name, unknown_folder).string();
    Ref<FileShared> shared(new FileShared(*simulation.io, path, spec.mode));
    shared->given_name = spec.name;
    if (spec.info != nullptr) shared->hints.update(*spec.info);
    const int result = open_descriptor(*shared);
    if (result == MPI_SUCCESS) modes.made() = shared.get();
    return result;
  });
  if (error != MPI_SUCCESS) return error;
  auto* const shared = static_cast<FileShared*>(modes.made().get());
  shared->state->storage.ask_server(own->owner());
  file = new File(own, shared);
  file->retain();
  file->handle = simulation.handles.files.add(file);
  file->made_at = spec.made_at;
  file->pointer = shared->first_pointer;
  return MPI_SUCCESS;
}

int close(File& file) {
  drain(file);
  FileShared& shared = file.shared();
  Exchange<Goodbye> goodbyes(file.communicator(), file.next_operation(), 0, {}, 0);
  shared.state->storage.ask_server(file.owner());
  const int error = goodbyes.once([&] {
    const bool is_kept = (shared.mode & MPI_MODE_DELETE_ON_CLOSE) == 0;
    return is_kept ? MPI_SUCCESS : remove(shared.path);
  });
  file.owner().simulation.handles.files.remove(file.handle);
  file.release();
  return error;
}

int remove(const std::string& name) {
  if (phantom_files != nullptr) {
    phantom_files->remove(name);
    return MPI_SUCCESS;
  }
  return unlink(name.c_str()) == 0 ? MPI_SUCCESS : error_class_of(errno);
}

int set_view(File& file, const ViewSpec& spec) {
  FileShared& shared = file.shared();
  Exchange<ViewTerms> terms(file.communicator(), file.next_operation(), 0,
                            {.etype_bytes = spec.view.etype_bytes(),
                             .representation = spec.view.representation().name(),
                             .error = spec.error},
                            view_bytes);
  if (terms.failure() != MPI_SUCCESS) return terms.failure();
  if (spec.error != MPI_SUCCESS) return spec.error;
  for (const ViewTerms& other : terms.values()) {
    if (other.error != MPI_SUCCESS) continue;
    const bool same = other.etype_bytes == spec.view.etype_bytes() &&
                      other.representation == spec.view.representation().name();
    if (!same) return MPI_ERR_NOT_SAME;
  }
  struct Start : Counted {
    std::int64_t offset = 0;
  };
  terms.once([&] {
    auto* start = new Start;
    start->offset = file.view.file_offset(shared.pointer * file.view.etype_bytes());
    terms.made() = start;
    if (spec.info != nullptr) shared.hints.update(*spec.info);
    shared.pointer = 0;
    return MPI_SUCCESS;
  });
  file.view = spec.view;
  if (spec.at_shared_pointer) {
    file.view.set_displacement(static_cast<Start*>(terms.made().get())->offset);
  }
  file.pointer = 0;
  return MPI_SUCCESS;
}

int set_hints(File& file, const Info* info) {
  Exchange<HintTerms> hints(file.communicator(), file.next_operation(), 0, {}, 0);
  if (hints.failure() != MPI_SUCCESS) return hints.failure();
  return hints.once([&] {
    if (info != nullptr) file.shared().hints.update(*info);
    return MPI_SUCCESS;
  });
}

}  // namespace smpi::io
