// SPDX-License-Identifier: BSD-3-Clause
//
// The portable data representation "external32" (MPI 5.0, 14.5.2): big-endian, IEEE, fixed sizes.
//
// Sizes differ from ours for MPI_LONG and MPI_UNSIGNED_LONG (4 bytes), MPI_WCHAR (2 bytes) and
// MPI_LONG_DOUBLE (IEEE binary128 instead of the 80 bits of x86). A value that does not fit is an
// error of class MPI_ERR_CONVERSION. Data goes through a small buffer: native packing, then
// conversion of equal elements in a row.
#pragma once

#include "libsmpi/mpi/datatype/datatype.h"

namespace smpi {

// Bytes of `count` elements in external32.
MPI_Count external_size_bytes(MPI_Count count, const Datatype& type);

// Both return MPI_SUCCESS or MPI_ERR_CONVERSION; `external` is exactly that many bytes.
int pack_external(const void* buffer, MPI_Count count, const Datatype& type, void* external);
int unpack_external(const void* external, void* buffer, MPI_Count count, const Datatype& type);

// Unpacks the whole elements in the first `external_bytes` bytes; returns how many bytes of the
// packed data of `buffer` were written.
MPI_Count unpack_external_part(const void* external, MPI_Count external_bytes, void* buffer,
                               MPI_Count count, const Datatype& type);

}  // namespace smpi
