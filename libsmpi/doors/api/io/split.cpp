// SPDX-License-Identifier: BSD-3-Clause
//
// Split collective data access (MPI 5.0, 14.4.5): a begin and an end, between which the program may
// do other things. The buffer is given twice; the one of the end says nothing new.
#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/io/access.h"

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT
using io::Direction;

extern "C" {

int PMPI_File_read_at_all_begin(MPI_File fh, MPI_Offset offset, void* buf, int count,
                                MPI_Datatype datatype) {
  const Call call;
  return begin_split({Direction::read, Positioning::at_offset, fh, offset, buf, count, datatype},
                     io::SplitKind::read_at_all);
}

int PMPI_File_write_at_all_begin(MPI_File fh, MPI_Offset offset, const void* buf, int count,
                                 MPI_Datatype datatype) {
  const Call call;
  return begin_split({Direction::write, Positioning::at_offset, fh, offset, const_cast<void*>(buf),
                      count, datatype},
                     io::SplitKind::write_at_all);
}

int PMPI_File_read_at_all_end(MPI_File fh, void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::read_at_all, status);
}

int PMPI_File_write_at_all_end(MPI_File fh, const void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::write_at_all, status);
}

int PMPI_File_read_all_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
  const Call call;
  return begin_split({Direction::read, Positioning::individual, fh, 0, buf, count, datatype},
                     io::SplitKind::read_all);
}

int PMPI_File_write_all_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
  const Call call;
  return begin_split(
      {Direction::write, Positioning::individual, fh, 0, const_cast<void*>(buf), count, datatype},
      io::SplitKind::write_all);
}

int PMPI_File_read_all_end(MPI_File fh, void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::read_all, status);
}

int PMPI_File_write_all_end(MPI_File fh, const void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::write_all, status);
}

int PMPI_File_read_ordered_begin(MPI_File fh, void* buf, int count, MPI_Datatype datatype) {
  const Call call;
  return begin_split({Direction::read, Positioning::shared, fh, 0, buf, count, datatype},
                     io::SplitKind::read_ordered);
}

int PMPI_File_write_ordered_begin(MPI_File fh, const void* buf, int count, MPI_Datatype datatype) {
  const Call call;
  return begin_split(
      {Direction::write, Positioning::shared, fh, 0, const_cast<void*>(buf), count, datatype},
      io::SplitKind::write_ordered);
}

int PMPI_File_read_ordered_end(MPI_File fh, void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::read_ordered, status);
}

int PMPI_File_write_ordered_end(MPI_File fh, const void* /*buf*/, MPI_Status* status) {
  const Call call;
  return end_split(fh, io::SplitKind::write_ordered, status);
}

#include <large_counts/io/split.inc>

}  // extern "C"
