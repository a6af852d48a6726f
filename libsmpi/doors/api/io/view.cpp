// SPDX-License-Identifier: BSD-3-Clause
//
// Views, file pointers and data representations (MPI 5.0, 14.3, 14.4.3, 14.4.4, 14.5).
#include <cstring>
#include <limits>

#include "libsmpi/doors/api/call.h"
#include "libsmpi/doors/api/io/check.h"
#include "libsmpi/mpi/io/file_layout.h"
#include "libsmpi/mpi/io/open_close.h"
#include "libsmpi/mpi/io/pointers.h"

namespace smpi::api {
namespace {

// The representation called `name`, or nullptr with a failed check.
io::Representation* find_representation(FileCheck& check, const char* name) {
  check.pointer(name, "datarep");
  if (name == nullptr) return nullptr;
  io::Representation* found = io::find_representation(name);
  check.require(found != nullptr, MPI_ERR_UNSUPPORTED_DATAREP, "unknown data representation");
  return found;
}

struct ViewArguments {
  MPI_Offset displacement;
  MPI_Datatype etype;
  MPI_Datatype filetype;
  const char* representation;
};

// MPI_DISPLACEMENT_CURRENT stands for the position of the shared pointer (MPI 14.3).
bool is_at_shared_pointer(MPI_Offset displacement) {
  return displacement == MPI_DISPLACEMENT_CURRENT;
}

void check_displacement(FileCheck& check, MPI_Offset given) {
  if (is_at_shared_pointer(given)) {
    check.require(check.file()->is_sequential(), MPI_ERR_DISP,
                  "MPI_DISPLACEMENT_CURRENT is for files of MPI_MODE_SEQUENTIAL");
    return;
  }
  check.require(!check.file()->is_sequential(), MPI_ERR_DISP,
                "a file of MPI_MODE_SEQUENTIAL needs MPI_DISPLACEMENT_CURRENT");
  check.require(given >= 0, MPI_ERR_DISP, "the displacement is negative");
}

// The view that the arguments describe; without a meaning when a check failed.
io::View make_view(FileCheck& check, const ViewArguments& a) {
  Datatype* etype = check.type(a.etype).datatype();
  Datatype* filetype = check.type(a.filetype).datatype();
  io::Representation* representation = find_representation(check, a.representation);
  check_displacement(check, a.displacement);
  if (check.failed()) return {};
  const io::ViewProblem wrong =
      io::View::check(*etype, *filetype, *representation, check.file()->may_write());
  check.require(wrong.text == nullptr, wrong.error_class, wrong.text);
  if (check.failed()) return {};
  return {is_at_shared_pointer(a.displacement) ? 0 : a.displacement, etype, filetype,
          representation};
}

// What the program gets of a type of the view: its own handle of a derived one.
MPI_Datatype handle_of(const Ref<Datatype>& type) {
  const bool is_shared = type->is_predefined() || type->is_unnamed_predefined();
  return is_shared ? to_handle(*type) : add_handle(type);
}

bool is_whence(int whence) {
  return whence == MPI_SEEK_SET || whence == MPI_SEEK_CUR || whence == MPI_SEEK_END;
}

template <class Int>
int get_type_extent(MPI_File fh, MPI_Datatype datatype, Int* extent) {
  FileCheck check(fh);
  check.type(datatype).pointer(extent, "extent");
  if (check.failed()) return check.raise();
  const io::Representation& representation = check.file()->view.representation();
  check.require(representation.size_bytes(1, *check.datatype()) >= 0, MPI_ERR_CONVERSION,
                "the extent function of datarep failed");
  if (check.failed()) return check.raise();
  *extent = io::layout_in(representation, *check.datatype()).extent();
  return MPI_SUCCESS;
}

int register_datarep(const char* name, const io::UserConversion& conversion) {
  FileCheck check;
  check.pointer(name, "datarep");
  check.require(conversion.extent != nullptr, MPI_ERR_ARG, "dtype_file_extent_fn is NULL");
  check.require(name == nullptr || std::strlen(name) < MPI_MAX_DATAREP_STRING, MPI_ERR_ARG,
                "the name is longer than MPI_MAX_DATAREP_STRING");
  if (check.failed()) return check.raise();
  return raise_on_file(nullptr, io::register_representation(name, conversion), name);
}

}  // namespace
}  // namespace smpi::api

using namespace smpi;       // NOLINT: the definitions below are C functions
using namespace smpi::api;  // NOLINT

extern "C" {

int PMPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                       const char* datarep, MPI_Info info) {
  const Call call;
  FileCheck check(fh);
  if (check.failed()) return check.raise();
  check.no_split().hints(info);
  const io::View view = make_view(check, {disp, etype, filetype, datarep});
  const int error = io::set_view(*check.file(), {.view = view,
                                                 .at_shared_pointer = is_at_shared_pointer(disp),
                                                 .info = check.info(),
                                                 .error = check.code()});
  return check.failed() ? check.raise() : check.raise(error);
}

int PMPI_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype,
                       char* datarep) {
  const Call call;
  FileCheck check(fh);
  check.pointer(disp, "disp").pointer(etype, "etype").pointer(filetype, "filetype");
  check.pointer(datarep, "datarep");
  if (check.failed()) return check.raise();
  const io::View& view = check.file()->view;
  *disp = view.displacement();
  *etype = handle_of(view.etype());
  *filetype = handle_of(view.filetype());
  const std::string& name = view.representation().name();
  std::memcpy(datarep, name.c_str(), name.size() + 1);
  return MPI_SUCCESS;
}

int PMPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  const Call call;
  FileCheck check(fh);
  check.not_sequential().require(is_whence(whence), MPI_ERR_ARG, "unknown whence");
  if (check.failed()) return check.raise();
  return check.raise(io::seek(*check.file(), offset, whence));
}

int PMPI_File_get_position(MPI_File fh, MPI_Offset* offset) {
  const Call call;
  FileCheck check(fh);
  check.not_sequential().pointer(offset, "offset");
  if (check.failed()) return check.raise();
  *offset = check.file()->pointer;
  return MPI_SUCCESS;
}

int PMPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset* disp) {
  const Call call;
  FileCheck check(fh);
  check.pointer(disp, "disp");
  check.require(offset >= 0, MPI_ERR_ARG, "the offset is negative");
  if (check.failed()) return check.raise();
  const io::View& view = check.file()->view;
  std::int64_t position = 0;
  check.require(!__builtin_mul_overflow(offset, view.etype_bytes(), &position), MPI_ERR_ARG,
                "the offset exceeds 64 bits");
  if (check.failed()) return check.raise();
  *disp = view.file_offset(position);
  return MPI_SUCCESS;
}

int PMPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  const Call call;
  FileCheck check(fh);
  check.not_sequential().no_split().require(is_whence(whence), MPI_ERR_ARG, "unknown whence");
  if (check.failed()) return check.raise();
  return check.raise(io::seek_shared(*check.file(), offset, whence));
}

int PMPI_File_get_position_shared(MPI_File fh, MPI_Offset* offset) {
  const Call call;
  FileCheck check(fh);
  check.not_sequential().pointer(offset, "offset");
  if (check.failed()) return check.raise();
  *offset = io::shared_pointer(*check.file());
  return MPI_SUCCESS;
}

int PMPI_File_get_type_extent(MPI_File fh, MPI_Datatype datatype, MPI_Aint* extent) {
  const Call call;
  return get_type_extent(fh, datatype, extent);
}

int PMPI_Register_datarep(const char* datarep, MPI_Datarep_conversion_function* read_conversion_fn,
                          MPI_Datarep_conversion_function* write_conversion_fn,
                          MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state) {
  const Call call;
  return register_datarep(datarep, {.read = read_conversion_fn,
                                    .write = write_conversion_fn,
                                    .extent = dtype_file_extent_fn,
                                    .extra_state = extra_state});
}

int PMPI_Register_datarep_c(const char* datarep,
                            MPI_Datarep_conversion_function_c* read_conversion_fn,
                            MPI_Datarep_conversion_function_c* write_conversion_fn,
                            MPI_Datarep_extent_function* dtype_file_extent_fn, void* extra_state) {
  const Call call;
  return register_datarep(datarep, {.read_large = read_conversion_fn,
                                    .write_large = write_conversion_fn,
                                    .extent = dtype_file_extent_fn,
                                    .extra_state = extra_state});
}

#include <large_counts/io/view.inc>

}  // extern "C"
