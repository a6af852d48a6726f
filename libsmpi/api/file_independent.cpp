// SPDX-License-Identifier: BSD-3-Clause
//
// Independent data access (MPI 5.0, 14.4.2 to 14.4.4): with explicit offsets, individual file
// pointers and the shared file pointer; blocking and nonblocking.
#include "libsmpi/api/call.h"
#include "libsmpi/api/file_access.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT
using io::Direction;

#define CALL(name) const Call call(name, __builtin_return_address(0))

extern "C" {

int PMPI_File_read_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
                      MPI_Status* status) {
  CALL("MPI_File_read_at");
  return access({"MPI_File_read_at", Direction::read, Positioning::at_offset, fh, offset, buf,
                 count, datatype},
                status);
}

int PMPI_File_write_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                       MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_write_at");
  return access({"MPI_File_write_at", Direction::write, Positioning::at_offset, fh, offset,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread_at(MPI_File fh, MPI_Offset offset, void* buf, int count, MPI_Datatype datatype,
                       MPI_Request* request) {
  CALL("MPI_File_iread_at");
  return start_access({"MPI_File_iread_at", Direction::read, Positioning::at_offset, fh, offset,
                       buf, count, datatype},
                      request);
}

int PMPI_File_iwrite_at(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                        MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iwrite_at");
  return start_access({"MPI_File_iwrite_at", Direction::write, Positioning::at_offset, fh, offset,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

int PMPI_File_read(MPI_File fh, void* buf, int count, MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_read");
  return access(
      {"MPI_File_read", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                    MPI_Status* status) {
  CALL("MPI_File_write");
  return access({"MPI_File_write", Direction::write, Positioning::individual, fh, 0,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                    MPI_Request* request) {
  CALL("MPI_File_iread");
  return start_access(
      {"MPI_File_iread", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      request);
}

int PMPI_File_iwrite(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                     MPI_Request* request) {
  CALL("MPI_File_iwrite");
  return start_access({"MPI_File_iwrite", Direction::write, Positioning::individual, fh, 0,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

int PMPI_File_read_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                          MPI_Status* status) {
  CALL("MPI_File_read_shared");
  return access(
      {"MPI_File_read_shared", Direction::read, Positioning::shared, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                           MPI_Status* status) {
  CALL("MPI_File_write_shared");
  return access({"MPI_File_write_shared", Direction::write, Positioning::shared, fh, 0,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread_shared(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                           MPI_Request* request) {
  CALL("MPI_File_iread_shared");
  return start_access(
      {"MPI_File_iread_shared", Direction::read, Positioning::shared, fh, 0, buf, count, datatype},
      request);
}

int PMPI_File_iwrite_shared(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                            MPI_Request* request) {
  CALL("MPI_File_iwrite_shared");
  return start_access({"MPI_File_iwrite_shared", Direction::write, Positioning::shared, fh, 0,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

int PMPI_File_read_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
                        MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_read_at_c");
  return access({"MPI_File_read_at_c", Direction::read, Positioning::at_offset, fh, offset, buf,
                 count, datatype},
                status);
}

int PMPI_File_write_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_write_at_c");
  return access({"MPI_File_write_at_c", Direction::write, Positioning::at_offset, fh, offset,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread_at_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
                         MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iread_at_c");
  return start_access({"MPI_File_iread_at_c", Direction::read, Positioning::at_offset, fh, offset,
                       buf, count, datatype},
                      request);
}

int PMPI_File_iwrite_at_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
                          MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iwrite_at_c");
  return start_access({"MPI_File_iwrite_at_c", Direction::write, Positioning::at_offset, fh, offset,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

int PMPI_File_read_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Status* status) {
  CALL("MPI_File_read_c");
  return access(
      {"MPI_File_read_c", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Status* status) {
  CALL("MPI_File_write_c");
  return access({"MPI_File_write_c", Direction::write, Positioning::individual, fh, 0,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                      MPI_Request* request) {
  CALL("MPI_File_iread_c");
  return start_access(
      {"MPI_File_iread_c", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      request);
}

int PMPI_File_iwrite_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Request* request) {
  CALL("MPI_File_iwrite_c");
  return start_access({"MPI_File_iwrite_c", Direction::write, Positioning::individual, fh, 0,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

int PMPI_File_read_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                            MPI_Status* status) {
  CALL("MPI_File_read_shared_c");
  return access(
      {"MPI_File_read_shared_c", Direction::read, Positioning::shared, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status* status) {
  CALL("MPI_File_write_shared_c");
  return access({"MPI_File_write_shared_c", Direction::write, Positioning::shared, fh, 0,
                 const_cast<void*>(buf), count, datatype},
                status);
}

int PMPI_File_iread_shared_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Request* request) {
  CALL("MPI_File_iread_shared_c");
  return start_access({"MPI_File_iread_shared_c", Direction::read, Positioning::shared, fh, 0, buf,
                       count, datatype},
                      request);
}

int PMPI_File_iwrite_shared_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Request* request) {
  CALL("MPI_File_iwrite_shared_c");
  return start_access({"MPI_File_iwrite_shared_c", Direction::write, Positioning::shared, fh, 0,
                       const_cast<void*>(buf), count, datatype},
                      request);
}

}  // extern "C"
