// SPDX-License-Identifier: BSD-3-Clause
//
// The names with MPIX that Open MPI and MPICH give the functions for failed processes
// (doors/api/comm/failures.cpp), in Fortran. Those without an X are made from the table of
// functions.
#include "libsmpi/doors/fortran/convert.h"
#include "libsmpi/doors/fortran/names.h"

using namespace smpi::fortran;  // NOLINT: the definitions below are Fortran's names

extern "C" {

void mpix_comm_revoke_(MPI_Fint* comm, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Comm_revoke(to_c<MPI_Comm>(*comm)));
}
SMPI_FORTRAN_NAMES(mpix_comm_revoke)

void mpix_comm_is_revoked_(MPI_Fint* comm, MPI_Fint* flag, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Comm_is_revoked(to_c<MPI_Comm>(*comm), flag));
}
SMPI_FORTRAN_NAMES(mpix_comm_is_revoked)

void mpix_comm_shrink_(MPI_Fint* comm, MPI_Fint* newcomm, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Comm_shrink(to_c<MPI_Comm>(*comm), HandleResult<MPI_Comm>(newcomm)));
}
SMPI_FORTRAN_NAMES(mpix_comm_shrink)

void mpix_comm_agree_(MPI_Fint* comm, MPI_Fint* flags, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Comm_agree(to_c<MPI_Comm>(*comm), flags));
}
SMPI_FORTRAN_NAMES(mpix_comm_agree)

void mpix_comm_iagree_(MPI_Fint* comm, MPI_Fint* flags, MPI_Fint* request, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror,
             MPI_Comm_iagree(to_c<MPI_Comm>(*comm), flags, HandleResult<MPI_Request>(request)));
}
SMPI_FORTRAN_NAMES(mpix_comm_iagree)

void mpix_comm_get_failed_(MPI_Fint* comm, MPI_Fint* failedgrp, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror,
             MPI_Comm_get_failed(to_c<MPI_Comm>(*comm), HandleResult<MPI_Group>(failedgrp)));
}
SMPI_FORTRAN_NAMES(mpix_comm_get_failed)

void mpix_comm_ack_failed_(MPI_Fint* comm, MPI_Fint* num_to_ack, MPI_Fint* num_acked,
                           MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPI_Comm_ack_failed(to_c<MPI_Comm>(*comm), *num_to_ack, num_acked));
}
SMPI_FORTRAN_NAMES(mpix_comm_ack_failed)

void mpix_comm_failure_ack_(MPI_Fint* comm, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPIX_Comm_failure_ack(to_c<MPI_Comm>(*comm)));
}
SMPI_FORTRAN_NAMES(mpix_comm_failure_ack)

void mpix_comm_failure_get_acked_(MPI_Fint* comm, MPI_Fint* failedgrp, MPI_Fint* ierror) {
  const Caller caller(__builtin_return_address(0));
  give_error(ierror, MPIX_Comm_failure_get_acked(to_c<MPI_Comm>(*comm),
                                                 HandleResult<MPI_Group>(failedgrp)));
}
SMPI_FORTRAN_NAMES(mpix_comm_failure_get_acked)

}  // extern "C"
