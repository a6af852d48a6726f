// SPDX-License-Identifier: BSD-3-Clause
//
// Procedures of the program that MPI calls (MPI 5.0, 19.1.3): operations and error handlers know
// the language of their function; generalised requests and data representations get C functions
// that call Fortran's.
#include <memory>

#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"
#include "libsmpi/mpi/datatype/op.h"
#include "libsmpi/mpi/errors/errhandler.h"

namespace smpi::fortran {
namespace {

void own_errhandler(int code, MPI_Errhandler handle) {
  if (code == MPI_SUCCESS) find_errhandler(handle)->fortran = true;
}

void own_op(int code, MPI_Op handle, OpLanguage language) {
  if (code == MPI_SUCCESS) find_op(handle)->set_language(language);
}

// A generalised request: the procedures and their argument, which stays the program's variable. It
// goes when the request does.
struct Grequest {
  void (*query)(MPI_Aint* extra_state, MPI_Fint* status, MPI_Fint* ierror);
  void (*free)(MPI_Aint* extra_state, MPI_Fint* ierror);
  void (*cancel)(MPI_Aint* extra_state, MPI_Fint* complete, MPI_Fint* ierror);
  MPI_Aint* extra_state;
};

int query_grequest(void* state, MPI_Status* status) {
  auto* request = static_cast<Grequest*>(state);
  MPI_Fint ierror = MPI_SUCCESS;
  request->query(request->extra_state, reinterpret_cast<MPI_Fint*>(status), &ierror);
  return ierror;
}

int free_grequest(void* state) {
  const std::unique_ptr<Grequest> request(static_cast<Grequest*>(state));
  MPI_Fint ierror = MPI_SUCCESS;
  request->free(request->extra_state, &ierror);
  return ierror;
}

int cancel_grequest(void* state, int complete) {
  auto* request = static_cast<Grequest*>(state);
  MPI_Fint ierror = MPI_SUCCESS;
  request->cancel(request->extra_state, &complete, &ierror);
  return ierror;
}

// A data representation. Nothing can take one back, so it stays until the program ends.
struct Datarep {
  using Conversion = void (*)(void* userbuf, MPI_Fint* datatype, void* count, void* filebuf,
                              MPI_Offset* position, MPI_Aint* extra_state, MPI_Fint* ierror);
  Conversion read;  // its count is an INTEGER or, for MPI_Register_datarep_c, an MPI_Count
  Conversion write;
  void (*extent)(MPI_Fint* datatype, MPI_Aint* extent, MPI_Aint* extra_state, MPI_Fint* ierror);
  MPI_Aint extra_state;
};

template <Datarep::Conversion Datarep::*conversion, class Count>
int convert_data(void* userbuf, MPI_Datatype datatype, Count count, void* filebuf,
                 MPI_Offset position, void* state) {
  auto* datarep = static_cast<Datarep*>(state);
  MPI_Fint type = to_fortran(datatype);
  MPI_Fint ierror = MPI_SUCCESS;
  (datarep->*conversion)(userbuf, &type, &count, filebuf, &position, &datarep->extra_state,
                         &ierror);
  return ierror;
}

int extent_of_type(MPI_Datatype datatype, MPI_Aint* extent, void* state) {
  auto* datarep = static_cast<Datarep*>(state);
  MPI_Fint type = to_fortran(datatype);
  MPI_Fint ierror = MPI_SUCCESS;
  datarep->extent(&type, extent, &datarep->extra_state, &ierror);
  return ierror;
}

}  // namespace
}  // namespace smpi::fortran

using namespace smpi;           // NOLINT: the definitions below are Fortran's names
using namespace smpi::fortran;  // NOLINT

#define ERRHANDLER_PROCEDURE(name, Function, c_name)                             \
  void name##_(Function* function, MPI_Fint* errhandler, MPI_Fint* ierror) {     \
    const Caller caller(__builtin_return_address(0));                            \
    const int code = c_name(function, HandleResult<MPI_Errhandler>(errhandler)); \
    own_errhandler(code, to_c<MPI_Errhandler>(*errhandler));                     \
    give_error(ierror, code);                                                    \
  }                                                                              \
  SMPI_FORTRAN_NAMES(name)

extern "C" {

ERRHANDLER_PROCEDURE(mpi_comm_create_errhandler, MPI_Comm_errhandler_function,
                     PMPI_Comm_create_errhandler)
ERRHANDLER_PROCEDURE(mpi_file_create_errhandler, MPI_File_errhandler_function,
                     PMPI_File_create_errhandler)
ERRHANDLER_PROCEDURE(mpi_session_create_errhandler, MPI_Session_errhandler_function,
                     PMPI_Session_create_errhandler)
ERRHANDLER_PROCEDURE(mpi_win_create_errhandler, MPI_Win_errhandler_function,
                     PMPI_Win_create_errhandler)
ERRHANDLER_PROCEDURE(mpi_errhandler_create, MPI_Handler_function, PMPI_Errhandler_create)

void mpi_op_create_(MPI_User_function* function, const MPI_Fint* commute, MPI_Fint* op,
                    MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  const int code = PMPI_Op_create(function, *commute, HandleResult<MPI_Op>(op));
  own_op(code, to_c<MPI_Op>(*op), OpLanguage::fortran);
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_op_create)

void mpi_op_create_c_(MPI_User_function_c* function, const MPI_Fint* commute, MPI_Fint* op,
                      MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  const int code = PMPI_Op_create_c(function, *commute, HandleResult<MPI_Op>(op));
  own_op(code, to_c<MPI_Op>(*op), OpLanguage::fortran_large);
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_op_create_c)

void mpi_grequest_start_(decltype(Grequest::query) query, decltype(Grequest::free) free,
                         decltype(Grequest::cancel) cancel, MPI_Aint* extra_state,
                         MPI_Fint* request, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  auto state = std::make_unique<Grequest>(Grequest{query, free, cancel, extra_state});
  const int code = PMPI_Grequest_start(query_grequest, free_grequest, cancel_grequest, state.get(),
                                       HandleResult<MPI_Request>(request));
  if (code == MPI_SUCCESS) static_cast<void>(state.release());
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_grequest_start)

// Means that nothing has to be converted; never called.
void mpi_conversion_fn_null_(void*, MPI_Fint*, void*, void*, MPI_Offset*, MPI_Aint*, MPI_Fint*) {}
SMPI_FORTRAN_NAMES(mpi_conversion_fn_null)
SMPI_FORTRAN_ALIAS(mpi_conversion_fn_null_c_, mpi_conversion_fn_null_)

void mpi_register_datarep_(const char* name, Datarep::Conversion read, Datarep::Conversion write,
                           decltype(Datarep::extent) extent, const MPI_Aint* extra_state,
                           MPI_Fint* ierror, std::size_t name_length) {
  const Caller caller(__builtin_return_address(0));
  auto state = std::make_unique<Datarep>(Datarep{read, write, extent, *extra_state});
  const int code = PMPI_Register_datarep(
      Text(name, name_length),
      read == mpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL : convert_data<&Datarep::read, int>,
      write == mpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL
                                       : convert_data<&Datarep::write, int>,
      extent_of_type, state.get());
  if (code == MPI_SUCCESS) static_cast<void>(state.release());
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_register_datarep)

void mpi_register_datarep_c_(const char* name, Datarep::Conversion read, Datarep::Conversion write,
                             decltype(Datarep::extent) extent, const MPI_Aint* extra_state,
                             MPI_Fint* ierror, std::size_t name_length) {
  const Caller caller(__builtin_return_address(0));
  auto state = std::make_unique<Datarep>(Datarep{read, write, extent, *extra_state});
  const int code = PMPI_Register_datarep_c(
      Text(name, name_length),
      read == mpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL_C
                                      : convert_data<&Datarep::read, MPI_Count>,
      write == mpi_conversion_fn_null_ ? MPI_CONVERSION_FN_NULL_C
                                       : convert_data<&Datarep::write, MPI_Count>,
      extent_of_type, state.get());
  if (code == MPI_SUCCESS) static_cast<void>(state.release());
  give_error(ierror, code);
}
SMPI_FORTRAN_NAMES(mpi_register_datarep_c)

}  // extern "C"
