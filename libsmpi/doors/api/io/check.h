// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of the arguments of calls on files: as api/check.h, but errors go to the file's handler,
// and to that of MPI_FILE_NULL when there is no file (MPI 5.0, 14.7).
#pragma once

#include <string>
#include <string_view>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/mpi/datatype/datatype.h"
#include "libsmpi/mpi/io/file.h"

namespace smpi::api {

// Reports a wrong call through the handler of a file (of MPI_FILE_NULL when nullptr).
int raise_on_file(const File* file, int code, std::string_view detail = {});

class FileCheck {
 public:
  // For calls without a file.
  FileCheck() = default;
  explicit FileCheck(MPI_File handle) : file_(find_file(handle)) {
    if (file_ == nullptr) fail(MPI_ERR_FILE, "null or closed file");
  }

  FileCheck& require(bool condition, int code, const char* detail) {
    if (!condition) fail(code, detail);
    return *this;
  }
  // An output argument must not be NULL.
  FileCheck& pointer(const void* address, const char* name) {
    if (address == nullptr) fail(MPI_ERR_ARG, std::string(name) + " is NULL");
    return *this;
  }
  // A committed datatype; call datatype() for the object.
  FileCheck& type(MPI_Datatype handle);
  // A read or write needs a mode that allows it.
  FileCheck& readable() {
    return require(file_ == nullptr || file_->may_read(), MPI_ERR_ACCESS,
                   "the file was opened with MPI_MODE_WRONLY");
  }
  FileCheck& writable() {
    return require(file_ == nullptr || file_->may_write(), MPI_ERR_READ_ONLY,
                   "the file was opened with MPI_MODE_RDONLY");
  }
  // Only the shared file pointer works in a file of MPI_MODE_SEQUENTIAL (MPI 14.2.1).
  FileCheck& not_sequential() {
    return require(file_ == nullptr || !file_->is_sequential(), MPI_ERR_UNSUPPORTED_OPERATION,
                   "the file was opened with MPI_MODE_SEQUENTIAL");
  }
  // Of collective calls (MPI 14.4.5).
  FileCheck& no_split() {
    return require(file_ == nullptr || file_->split_kind == io::SplitKind::none, MPI_ERR_IO,
                   "a split collective access of the file has not ended");
  }
  // MPI_INFO_NULL or a valid info; call info() for the object.
  FileCheck& hints(MPI_Info handle);

  bool failed() const { return code_ != MPI_SUCCESS; }
  int code() const { return code_; }
  int raise() const { return raise_on_file(file_, code_, detail_); }
  // The error that an operation of the file returned, if any.
  int raise(int code) const { return raise_on_file(file_, code); }
  File* file() const { return file_; }
  Datatype* datatype() const { return datatype_; }
  const Info* info() const { return info_; }
  void fail(int code, std::string detail) {
    if (failed()) return;
    code_ = code;
    detail_ = std::move(detail);
  }

 private:
  File* file_ = nullptr;
  Datatype* datatype_ = nullptr;
  const Info* info_ = nullptr;
  int code_ = MPI_SUCCESS;
  std::string detail_;
};

}  // namespace smpi::api
