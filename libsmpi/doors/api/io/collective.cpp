// SPDX-License-Identifier: BSD-3-Clause
//
// Collective data access (MPI 5.0, 14.4.2 to 14.4.4): with explicit offsets, individual file
// pointers, and in rank order with the shared file pointer.
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/io/access.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT
using io::Direction;

extern "C" {

int PMPI_File_read_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
                          MPI_Datatype datatype, MPI_Status* status) {
  const Call call;
  return access_all({Direction::read, Positioning::at_offset, fh, offset, buf, count, datatype},
                    status);
}

int PMPI_File_write_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                           MPI_Datatype datatype, MPI_Status* status) {
  const Call call;
  return access_all({Direction::write, Positioning::at_offset, fh, offset, const_cast<void*>(buf),
                     count, datatype},
                    status);
}

int PMPI_File_iread_at_all(MPI_File fh, MPI_Offset offset, void* buf, int count,
                           MPI_Datatype datatype, MPI_Request* request) {
  const Call call;
  return start_access_all(
      {Direction::read, Positioning::at_offset, fh, offset, buf, count, datatype}, request);
}

int PMPI_File_iwrite_at_all(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                            MPI_Datatype datatype, MPI_Request* request) {
  const Call call;
  return start_access_all({Direction::write, Positioning::at_offset, fh, offset,
                           const_cast<void*>(buf), count, datatype},
                          request);
}

int PMPI_File_read_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                       MPI_Status* status) {
  const Call call;
  return access_all({Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
                    status);
}

int PMPI_File_write_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                        MPI_Status* status) {
  const Call call;
  return access_all(
      {Direction::write, Positioning::individual, fh, 0, const_cast<void*>(buf), count, datatype},
      status);
}

int PMPI_File_iread_all(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                        MPI_Request* request) {
  const Call call;
  return start_access_all({Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
                          request);
}

int PMPI_File_iwrite_all(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                         MPI_Request* request) {
  const Call call;
  return start_access_all(
      {Direction::write, Positioning::individual, fh, 0, const_cast<void*>(buf), count, datatype},
      request);
}

int PMPI_File_read_ordered(MPI_File fh, void* buf, int count, MPI_Datatype datatype,
                           MPI_Status* status) {
  const Call call;
  return access_all({Direction::read, Positioning::shared, fh, 0, buf, count, datatype}, status);
}

int PMPI_File_write_ordered(MPI_File fh, const void* buf, int count, MPI_Datatype datatype,
                            MPI_Status* status) {
  const Call call;
  return access_all(
      {Direction::write, Positioning::shared, fh, 0, const_cast<void*>(buf), count, datatype},
      status);
}

#include <large_counts/io/collective.inc>

}  // extern "C"
