// SPDX-License-Identifier: BSD-3-Clause
//
// Collective data access (MPI 5.0, 14.4.2 to 14.4.4): with explicit offsets, individual file
// pointers, and in rank order with the shared file pointer.
#include "libsmpi/api/call.h"
#include "libsmpi/api/file_access.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT
using io::Direction;

#define CALL(name) const Call call(name, __builtin_return_address(0))

extern "C" {

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
                          MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_read_at_all");
  return access_all({"MPI_File_read_at_all", Direction::read, Positioning::at_offset, fh, offset,
                     buf, count, datatype},
                    status);
}

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                           MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_write_at_all");
  return access_all({"MPI_File_write_at_all", Direction::write, Positioning::at_offset, fh, offset,
                     const_cast<void*>(buf), count, datatype},
                    status);
}

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
                           MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iread_at_all");
  return start_access_all({"MPI_File_iread_at_all", Direction::read, Positioning::at_offset, fh,
                           offset, buf, count, datatype},
                          request);
}

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                            MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iwrite_at_all");
  return start_access_all({"MPI_File_iwrite_at_all", Direction::write, Positioning::at_offset, fh,
                           offset, const_cast<void*>(buf), count, datatype},
                          request);
}

int PMPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                       MPI_Status* status) {
  CALL("MPI_File_read_all");
  return access_all(
      {"MPI_File_read_all", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                        MPI_Status* status) {
  CALL("MPI_File_write_all");
  return access_all({"MPI_File_write_all", Direction::write, Positioning::individual, fh, 0,
                     const_cast<void*>(buf), count, datatype},
                    status);
}

int PMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                        MPI_Request* request) {
  CALL("MPI_File_iread_all");
  return start_access_all(
      {"MPI_File_iread_all", Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
      request);
}

int PMPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                         MPI_Request* request) {
  CALL("MPI_File_iwrite_all");
  return start_access_all({"MPI_File_iwrite_all", Direction::write, Positioning::individual, fh, 0,
                           const_cast<void*>(buf), count, datatype},
                          request);
}

int PMPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                           MPI_Status* status) {
  CALL("MPI_File_read_ordered");
  return access_all(
      {"MPI_File_read_ordered", Direction::read, Positioning::shared, fh, 0, buf, count, datatype},
      status);
}

int PMPI_File_write_ordered(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                            MPI_Status* status) {
  CALL("MPI_File_write_ordered");
  return access_all({"MPI_File_write_ordered", Direction::write, Positioning::shared, fh, 0,
                     const_cast<void*>(buf), count, datatype},
                    status);
}

int PMPI_File_read_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
                            MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_read_at_all_c");
  return access_all({"MPI_File_read_at_all_c", Direction::read, Positioning::at_offset, fh, offset,
                     buf, count, datatype},
                    status);
}

int PMPI_File_write_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Status* status) {
  CALL("MPI_File_write_at_all_c");
  return access_all({"MPI_File_write_at_all_c", Direction::write, Positioning::at_offset, fh,
                     offset, const_cast<void*>(buf), count, datatype},
                    status);
}

int PMPI_File_iread_at_all_c(MPI_File fh, MPI_Offset offset, void* buf, MPI_Count count,
                             MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iread_at_all_c");
  return start_access_all({"MPI_File_iread_at_all_c", Direction::read, Positioning::at_offset, fh,
                           offset, buf, count, datatype},
                          request);
}

int PMPI_File_iwrite_at_all_c(MPI_File fh, MPI_Offset offset, const void* buf, MPI_Count count,
                              MPI_Datatype datatype, MPI_Request* request) {
  CALL("MPI_File_iwrite_at_all_c");
  return start_access_all({"MPI_File_iwrite_at_all_c", Direction::write, Positioning::at_offset, fh,
                           offset, const_cast<void*>(buf), count, datatype},
                          request);
}

int PMPI_File_read_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                         MPI_Status* status) {
  CALL("MPI_File_read_all_c");
  return access_all({"MPI_File_read_all_c", Direction::read, Positioning::individual, fh, 0, buf,
                     count, datatype},
                    status);
}

int PMPI_File_write_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Status* status) {
  CALL("MPI_File_write_all_c");
  return access_all({"MPI_File_write_all_c", Direction::write, Positioning::individual, fh, 0,
                     const_cast<void*>(buf), count, datatype},
                    status);
}

int PMPI_File_iread_all_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Request* request) {
  CALL("MPI_File_iread_all_c");
  return start_access_all({"MPI_File_iread_all_c", Direction::read, Positioning::individual, fh, 0,
                           buf, count, datatype},
                          request);
}

int PMPI_File_iwrite_all_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                           MPI_Request* request) {
  CALL("MPI_File_iwrite_all_c");
  return start_access_all({"MPI_File_iwrite_all_c", Direction::write, Positioning::individual, fh,
                           0, const_cast<void*>(buf), count, datatype},
                          request);
}

int PMPI_File_read_ordered_c(MPI_File fh, void* buf, MPI_Count count, MPI_Datatype datatype,
                             MPI_Status* status) {
  CALL("MPI_File_read_ordered_c");
  return access_all({"MPI_File_read_ordered_c", Direction::read, Positioning::shared, fh, 0, buf,
                     count, datatype},
                    status);
}

int PMPI_File_write_ordered_c(MPI_File fh, const void* buf, MPI_Count count, MPI_Datatype datatype,
                              MPI_Status* status) {
  CALL("MPI_File_write_ordered_c");
  return access_all({"MPI_File_write_ordered_c", Direction::write, Positioning::shared, fh, 0,
                     const_cast<void*>(buf), count, datatype},
                    status);
}

}  // extern "C"
