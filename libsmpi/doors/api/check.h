// SPDX-License-Identifier: BSD-3-Clause
//
// Checks of arguments, shared by all chapters. A Check remembers the first argument that was wrong
// and says so through the right error handler:
//
//     Check check(comm);
//     check.count(count).type(datatype).destination(dest).tag(tag);
//     if (check.failed()) return check.raise();
//     ... check.communicator(), check.datatype() ...
#pragma once

#include <string>

#include "include/mpi.h"
#include "libsmpi/doors/api/call.h"
#include "libsmpi/mpi/comm/communicator.h"
#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi::api {

inline constexpr int tag_upper_bound = 0x7fffffff;

class Check {
 public:
  // For calls without a communicator: errors go to MPI_COMM_SELF's handler.
  Check() = default;
  explicit Check(MPI_Comm comm) {
    communicator_ = find_communicator(comm);
    if (__builtin_expect(communicator_ == nullptr, 0)) {
      fail(MPI_ERR_COMM, "null or freed communicator");
    }
  }

  Check& count(MPI_Count value) {
    if (__builtin_expect(value < 0, 0)) fail(MPI_ERR_COUNT, "count", value);
    return *this;
  }
  // A committed datatype; call datatype() for the object.
  Check& type(MPI_Datatype handle) {
    datatype_ = find_datatype(handle);
    if (__builtin_expect(datatype_ == nullptr || !datatype_->is_committed(), 0)) {
      fail(MPI_ERR_TYPE,
           datatype_ == nullptr ? "null or freed datatype" : "the datatype is not committed");
    }
    return *this;
  }
  // The datatype of a message; that of an empty one may be null, as in MPICH.
  Check& type(MPI_Datatype handle, MPI_Count elements) {
    const bool is_missing = handle == MPI_DATATYPE_NULL && elements == 0;
    return type(__builtin_expect(is_missing, 0) ? MPI_BYTE : handle);
  }
  // MPI_BOTTOM is NULL in the ABI, so NULL is only refused where a predefined type would be read.
  Check& buffer(const void* address, MPI_Count elements) {
    if (__builtin_expect(address == nullptr && elements > 0, 0)) check_null_buffer();
    return *this;
  }
  Check& destination(int rank) {
    if (__builtin_expect(communicator_ != nullptr && out_of_range(rank) && rank != MPI_PROC_NULL,
                         0)) {
      fail_rank("destination", rank);
    }
    return *this;
  }
  Check& source(int rank) {
    if (__builtin_expect(communicator_ != nullptr && out_of_range(rank) && rank != MPI_PROC_NULL &&
                             rank != MPI_ANY_SOURCE,
                         0)) {
      fail_rank("source", rank);
    }
    return *this;
  }
  // Of a collective; a rank of the other group in an intercommunicator.
  Check& root(int rank) {
    if (__builtin_expect(communicator_ != nullptr && out_of_range(rank), 0)) fail_root(rank);
    return *this;
  }
  Check& send_tag(int tag) {
    if (__builtin_expect(tag < 0, 0)) fail(MPI_ERR_TAG, "tag", tag);
    return *this;
  }
  Check& receive_tag(int tag) {
    if (__builtin_expect(tag < 0 && tag != MPI_ANY_TAG, 0)) fail(MPI_ERR_TAG, "tag", tag);
    return *this;
  }
  // An output argument must not be NULL.
  Check& pointer(const void* address, const char* name) {
    if (__builtin_expect(address == nullptr, 0)) {
      fail(MPI_ERR_ARG, std::string(name) + " is NULL");
    }
    return *this;
  }
  // Any other condition; the first failure counts.
  Check& require(bool condition, int code, const char* detail) {
    if (__builtin_expect(!condition, 0)) fail(code, detail);
    return *this;
  }

  bool failed() const { return code_ != MPI_SUCCESS; }
  int code() const { return code_; }
  const std::string& detail() const { return detail_; }
  int raise() const { return api::raise(communicator_, code_, detail_); }
  // The end of a creation: gives what was made, nullptr for none, and raises the failure of a
  // member.
  int give(const Communicator* made, MPI_Comm* result) const;

  Communicator* communicator() const { return communicator_; }
  Datatype* datatype() const { return datatype_; }

 private:
  bool out_of_range(int rank) const {
    return static_cast<unsigned>(rank) >= static_cast<unsigned>(communicator_->remote_size());
  }
  void fail(int code, std::string detail);
  void fail(int code, const char* name, MPI_Count value);
  void fail_rank(const char* name, int rank);
  void fail_root(int rank);
  void check_null_buffer();

  Communicator* communicator_ = nullptr;
  Datatype* datatype_ = nullptr;
  int code_ = MPI_SUCCESS;
  std::string detail_;
};

}  // namespace smpi::api
