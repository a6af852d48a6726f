// SPDX-License-Identifier: BSD-3-Clause
//
// Procedures whose arguments differ from C's: start without argc and argv (MPI 5.0, 11.2), buffers
// given back (3.6), profiling level (15.2), and the call that only keeps the compiler from moving
// data (19.1.17).
#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"

using namespace smpi::fortran;  // NOLINT: the definitions below are Fortran's names

namespace {

// Only mpi_f08 can receive the address: for the others the argument is a buffer, not a pointer, and
// stays as it is (MPI 5.0, 3.6).
class UnusedAddress {
 public:
  operator void*() { return &value_; }  // NOLINT

 private:
  void* value_ = nullptr;
};

}  // namespace

extern "C" {

void mpi_init_(MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Init(nullptr, nullptr));
}
SMPI_FORTRAN_NAMES(mpi_init)

void mpi_init_thread_(const MPI_Fint* required, MPI_Fint* provided, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Init_thread(nullptr, nullptr, *required, provided));
}
SMPI_FORTRAN_NAMES(mpi_init_thread)

void mpi_pcontrol_(const MPI_Fint* level) {
  PMPI_Pcontrol(*level);
}
SMPI_FORTRAN_NAMES(mpi_pcontrol)

void mpi_f_sync_reg_(void*) {}
SMPI_FORTRAN_NAMES(mpi_f_sync_reg)

void mpi_buffer_detach_(void*, MPI_Fint* size, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Buffer_detach(UnusedAddress(), size));
}
SMPI_FORTRAN_PLAIN_NAMES(mpi_buffer_detach)

void mpi_buffer_detach_f08_(void* address, MPI_Fint* size, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Buffer_detach(address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_buffer_detach_f08_, mpi_buffer_detach_f08_)

void mpi_buffer_detach_c_f08_(void* address, MPI_Count* size, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Buffer_detach_c(address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_buffer_detach_c_f08_, mpi_buffer_detach_c_f08_)

void mpi_comm_detach_buffer_(const MPI_Fint* comm, void*, MPI_Fint* size, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Comm_detach_buffer(to_c<MPI_Comm>(*comm), UnusedAddress(), size));
}
SMPI_FORTRAN_PLAIN_NAMES(mpi_comm_detach_buffer)

void mpi_comm_detach_buffer_f08_(const MPI_Fint* comm, void* address, MPI_Fint* size,
                                 MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Comm_detach_buffer(to_c<MPI_Comm>(*comm), address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_comm_detach_buffer_f08_, mpi_comm_detach_buffer_f08_)

void mpi_comm_detach_buffer_c_f08_(const MPI_Fint* comm, void* address, MPI_Count* size,
                                   MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Comm_detach_buffer_c(to_c<MPI_Comm>(*comm), address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_comm_detach_buffer_c_f08_, mpi_comm_detach_buffer_c_f08_)

void mpi_session_detach_buffer_(const MPI_Fint* session, void*, MPI_Fint* size, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror,
             PMPI_Session_detach_buffer(to_c<MPI_Session>(*session), UnusedAddress(), size));
}
SMPI_FORTRAN_PLAIN_NAMES(mpi_session_detach_buffer)

void mpi_session_detach_buffer_f08_(const MPI_Fint* session, void* address, MPI_Fint* size,
                                    MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Session_detach_buffer(to_c<MPI_Session>(*session), address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_session_detach_buffer_f08_, mpi_session_detach_buffer_f08_)

void mpi_session_detach_buffer_c_f08_(const MPI_Fint* session, void* address, MPI_Count* size,
                                      MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, PMPI_Session_detach_buffer_c(to_c<MPI_Session>(*session), address, size));
}
SMPI_FORTRAN_ALIAS(pmpi_session_detach_buffer_c_f08_, mpi_session_detach_buffer_c_f08_)

}  // extern "C"
