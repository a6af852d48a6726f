// SPDX-License-Identifier: BSD-3-Clause
//
// Opening, closing, deleting and sizing files, their hints and consistency (MPI 5.0, 14.2, 14.6).
#include <cstring>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/check.h"
#include "libsmpi/doors/api/io/check.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/comm/group.h"
#include "libsmpi/mpi/info/info.h"
#include "libsmpi/mpi/io/file_size.h"
#include "libsmpi/mpi/io/open_close.h"
#include "libsmpi/mpi/io/state.h"
#include "libsmpi/ranks/runtime/simulation.h"
#include "libsmpi/watch/analyze/hooks.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh) {
  const Call call;
  FileCheck check;
  Communicator* communicator = find_communicator(comm);
  check.require(communicator != nullptr, MPI_ERR_COMM, "null or freed communicator");
  check.require(communicator == nullptr || !communicator->is_inter(), MPI_ERR_COMM,
                "an intercommunicator");
  check.pointer(filename, "filename").pointer(fh, "fh").hints(info);
  if (check.failed()) return check.raise();
  *fh = MPI_FILE_NULL;
  File* file = nullptr;
  note_collective(*communicator);
  const int error = io::open(*communicator,
                             {.name = filename,
                              .mode = amode,
                              .info = check.info(),
                              .made_at = __builtin_return_address(0)},
                             file);
  if (error != MPI_SUCCESS) return raise_on_file(nullptr, error, filename);
  *fh = to_handle(file);
  return MPI_SUCCESS;
}

int PMPI_File_close(MPI_File* fh) {
  const Call call;
  FileCheck argument;
  argument.pointer(fh, "fh");
  if (argument.failed()) return argument.raise();
  FileCheck check(*fh);
  check.no_split();
  if (check.failed()) return check.raise();
  const Ref<File> file(check.file());
  *fh = MPI_FILE_NULL;
  note_last_collective(file->communicator());
  return raise_on_file(file.get(), io::close(*file));
}

int PMPI_File_delete(const char* filename, MPI_Info info) {
  const Call call;
  FileCheck check;
  check.pointer(filename, "filename").hints(info);
  if (check.failed()) return check.raise();
  const Rank& rank = current_rank();
  rank.simulation.io->storage.ask_server(rank);
  return raise_on_file(nullptr, io::remove(filename), filename);
}

int PMPI_File_set_size(MPI_File fh, MPI_Offset size) {
  const Call call;
  FileCheck check(fh);
  check.no_split().writable().not_sequential();
  check.require(size >= 0, MPI_ERR_ARG, "the size is negative");
  if (check.file() == nullptr) return check.raise();
  const int error = io::set_size(*check.file(), size, check.code());
  return check.failed() ? check.raise() : check.raise(error);
}

int PMPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  const Call call;
  FileCheck check(fh);
  check.no_split().writable().not_sequential();
  check.require(size >= 0, MPI_ERR_ARG, "the size is negative");
  if (check.file() == nullptr) return check.raise();
  const int error = io::preallocate(*check.file(), size, check.code());
  return check.failed() ? check.raise() : check.raise(error);
}

int PMPI_File_get_size(MPI_File fh, MPI_Offset* size) {
  const Call call;
  FileCheck check(fh);
  check.pointer(size, "size");
  if (check.failed()) return check.raise();
  std::int64_t bytes = 0;
  const int error = io::size_of(*check.file(), bytes);
  if (error == MPI_SUCCESS) *size = bytes;
  return check.raise(error);
}

int PMPI_File_get_group(MPI_File fh, MPI_Group* group) {
  const Call call;
  FileCheck check(fh);
  check.pointer(group, "group");
  if (check.failed()) return check.raise();
  *group = make_group_handle(const_cast<Group*>(&check.file()->communicator().group()));
  return MPI_SUCCESS;
}

int PMPI_File_get_amode(MPI_File fh, int* amode) {
  const Call call;
  FileCheck check(fh);
  check.pointer(amode, "amode");
  if (check.failed()) return check.raise();
  *amode = check.file()->mode();
  return MPI_SUCCESS;
}

int PMPI_File_set_info(MPI_File fh, MPI_Info info) {
  const Call call;
  FileCheck check(fh);
  check.hints(info).no_split();
  if (check.file() == nullptr) return check.raise();
  const int error = io::set_hints(*check.file(), check.info());
  return check.failed() ? check.raise() : check.raise(error);
}

int PMPI_File_get_info(MPI_File fh, MPI_Info* info_used) {
  const Call call;
  FileCheck check(fh);
  check.pointer(info_used, "info_used");
  if (check.failed()) return check.raise();
  Info& made = make_info();
  const io::FileShared& shared = check.file()->shared();
  shared.hints.describe(made);
  if (shared.given_name.size() < MPI_MAX_INFO_VAL) made.set("filename", shared.given_name);
  *info_used = to_handle(made);
  return MPI_SUCCESS;
}

int PMPI_File_set_atomicity(MPI_File fh, int flag) {
  const Call call;
  FileCheck check(fh);
  check.no_split();
  if (check.failed()) return check.raise();
  return check.raise(io::set_atomicity(*check.file(), flag != 0));
}

int PMPI_File_get_atomicity(MPI_File fh, int* flag) {
  const Call call;
  FileCheck check(fh);
  check.pointer(flag, "flag");
  if (check.failed()) return check.raise();
  *flag = check.file()->shared().is_atomic ? 1 : 0;
  return MPI_SUCCESS;
}

int PMPI_File_sync(MPI_File fh) {
  const Call call;
  FileCheck check(fh);
  check.no_split();
  if (check.failed()) return check.raise();
  return check.raise(io::sync(*check.file()));
}

}  // extern "C"
