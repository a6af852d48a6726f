// SPDX-License-Identifier: BSD-3-Clause
//
// Packing (MPI 5.0, 5.2 and 5.3): in the native representation, which is that of messages, and in
// external32.
#include "libsmpi/mpi/datatype/pack.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/type/type_check.h"
#include "libsmpi/mpi/datatype/external32.h"

namespace smpi::api {
namespace {

// Position and size of a pack buffer are int, MPI_Aint or MPI_Count.
template <class Int>
struct PackBuffer {
  Int size;
  Int* position;
};

template <class Int>
void check_buffer(TypeCheck& check, const PackBuffer<Int>& packed, MPI_Count needed_bytes) {
  check.require(packed.size >= 0, MPI_ERR_ARG, "the size of the packed buffer is negative");
  check.pointer(packed.position, "position");
  if (check.failed()) return;
  check.require(*packed.position >= 0, MPI_ERR_ARG, "the position is negative");
  check.require(needed_bytes <= packed.size - *packed.position, MPI_ERR_TRUNCATE,
                "the packed buffer is too small");
}

MPI_Count native_bytes(const TypeCheck& check, MPI_Count count) {
  return check.failed() ? 0 : count * check.datatype()->size_bytes();
}

MPI_Count external_bytes(const TypeCheck& check, MPI_Count count) {
  return check.failed() ? 0 : external_size_bytes(count, *check.datatype());
}

// Native packing checks the communicator, though it does not depend on it.
class NativeCheck : public TypeCheck {
 public:
  explicit NativeCheck(MPI_Comm comm) { static_cast<Check&>(*this) = Check(comm); }
};

template <class Int>
int pack(const void* in, MPI_Count count, MPI_Datatype type, void* out, PackBuffer<Int> packed,
         MPI_Comm comm) {
  NativeCheck check(comm);
  check.count(count).type(type).buffer(in, count);
  const MPI_Count bytes = native_bytes(check, count);
  check_buffer(check, packed, bytes);
  check.require(out != nullptr || bytes == 0, MPI_ERR_BUFFER, "outbuf is NULL");
  if (check.failed()) return check.raise();
  smpi::pack(in, count, *check.datatype(), static_cast<std::byte*>(out) + *packed.position);
  *packed.position += static_cast<Int>(bytes);
  return MPI_SUCCESS;
}

template <class Int>
int unpack(const void* in, PackBuffer<Int> packed, void* out, MPI_Count count, MPI_Datatype type,
           MPI_Comm comm) {
  NativeCheck check(comm);
  check.count(count).type(type).buffer(out, count);
  const MPI_Count bytes = native_bytes(check, count);
  check_buffer(check, packed, bytes);
  check.require(in != nullptr || bytes == 0, MPI_ERR_BUFFER, "inbuf is NULL");
  if (check.failed()) return check.raise();
  smpi::unpack(static_cast<const std::byte*>(in) + *packed.position, out, count, *check.datatype());
  *packed.position += static_cast<Int>(bytes);
  return MPI_SUCCESS;
}

// Stores a size; one that does not fit is an error.
template <class Int>
int put_size(const TypeCheck& check, MPI_Count bytes, Int* size) {
  if (bytes > std::numeric_limits<Int>::max()) {
    return raise(check.communicator(), MPI_ERR_VALUE_TOO_LARGE,
                 "the size does not fit in the argument: use the large-count form");
  }
  *size = static_cast<Int>(bytes);
  return MPI_SUCCESS;
}

template <class Int>
int pack_size(MPI_Count count, MPI_Datatype type, MPI_Comm comm, Int* size) {
  NativeCheck check(comm);
  check.count(count).type(type).pointer(size, "size");
  if (check.failed()) return check.raise();
  return put_size(check, native_bytes(check, count), size);
}

void check_representation(TypeCheck& check, const char* name) {
  check.pointer(name, "datarep");
  if (check.failed()) return;
  check.require(std::strcmp(name, "external32") == 0, MPI_ERR_ARG,
                "the only representation for packing is external32");
}

template <class Int>
int pack_external(const char* representation, const void* in, MPI_Count count, MPI_Datatype type,
                  void* out, PackBuffer<Int> packed) {
  TypeCheck check;
  check_representation(check, representation);
  check.count(count).type(type).buffer(in, count);
  const MPI_Count bytes = external_bytes(check, count);
  check_buffer(check, packed, bytes);
  check.require(out != nullptr || bytes == 0, MPI_ERR_BUFFER, "outbuf is NULL");
  if (check.failed()) return check.raise();
  const int error = smpi::pack_external(in, count, *check.datatype(),
                                        static_cast<std::byte*>(out) + *packed.position);
  *packed.position += static_cast<Int>(bytes);
  return raise(nullptr, error, "a value does not fit in external32");
}

template <class Int>
int unpack_external(const char* representation, const void* in, PackBuffer<Int> packed, void* out,
                    MPI_Count count, MPI_Datatype type) {
  TypeCheck check;
  check_representation(check, representation);
  check.count(count).type(type).buffer(out, count);
  const MPI_Count bytes = external_bytes(check, count);
  check_buffer(check, packed, bytes);
  check.require(in != nullptr || bytes == 0, MPI_ERR_BUFFER, "inbuf is NULL");
  if (check.failed()) return check.raise();
  const int error = smpi::unpack_external(static_cast<const std::byte*>(in) + *packed.position, out,
                                          count, *check.datatype());
  *packed.position += static_cast<Int>(bytes);
  return raise(nullptr, error);
}

template <class Int>
int pack_external_size(const char* representation, MPI_Count count, MPI_Datatype type, Int* size) {
  TypeCheck check;
  check_representation(check, representation);
  check.count(count).type(type).pointer(size, "size");
  if (check.failed()) return check.raise();
  return put_size(check, external_bytes(check, count), size);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;  // NOLINT: the definitions below are C functions

extern "C" {

int PMPI_Pack(const void* inbuf, int incount, MPI_Datatype datatype, void* outbuf, int outsize,
              int* position, MPI_Comm comm) {
  const api::Call call;
  return api::pack<int>(inbuf, incount, datatype, outbuf, {outsize, position}, comm);
}

int PMPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
                MPI_Datatype datatype, MPI_Comm comm) {
  const api::Call call;
  return api::unpack<int>(inbuf, {insize, position}, outbuf, outcount, datatype, comm);
}

int PMPI_Pack_size(int incount, MPI_Datatype datatype, MPI_Comm comm, int* size) {
  const api::Call call;
  return api::pack_size(incount, datatype, comm, size);
}

int PMPI_Pack_external(const char datarep[], const void* inbuf, int incount, MPI_Datatype datatype,
                       void* outbuf, MPI_Aint outsize, MPI_Aint* position) {
  const api::Call call;
  return api::pack_external<MPI_Aint>(datarep, inbuf, incount, datatype, outbuf,
                                      {outsize, position});
}

int PMPI_Pack_external_c(const char datarep[], const void* inbuf, MPI_Count incount,
                         MPI_Datatype datatype, void* outbuf, MPI_Count outsize,
                         MPI_Count* position) {
  const api::Call call;
  return api::pack_external<MPI_Count>(datarep, inbuf, incount, datatype, outbuf,
                                       {outsize, position});
}

int PMPI_Unpack_external(const char datarep[], const void* inbuf, MPI_Aint insize,
                         MPI_Aint* position, void* outbuf, int outcount, MPI_Datatype datatype) {
  const api::Call call;
  return api::unpack_external<MPI_Aint>(datarep, inbuf, {insize, position}, outbuf, outcount,
                                        datatype);
}

int PMPI_Unpack_external_c(const char datarep[], const void* inbuf, MPI_Count insize,
                           MPI_Count* position, void* outbuf, MPI_Count outcount,
                           MPI_Datatype datatype) {
  const api::Call call;
  return api::unpack_external<MPI_Count>(datarep, inbuf, {insize, position}, outbuf, outcount,
                                         datatype);
}

int PMPI_Pack_external_size(const char datarep[], int incount, MPI_Datatype datatype,
                            MPI_Aint* size) {
  const api::Call call;
  return api::pack_external_size(datarep, incount, datatype, size);
}

#include <large_counts/type/pack.inc>

}  // extern "C"
