! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: the program takes the place of a procedure and calls it by its other name.
module counter
  implicit none
  integer, save :: sends = 0
end module counter

subroutine MPI_Send_f08(buf, count, datatype, dest, tag, comm, ierror)
  use mpi_f08, only: MPI_Comm, MPI_Datatype, PMPI_Send
  use counter, only: sends
  implicit none
  integer, intent(in) :: buf(*)
  integer, intent(in) :: count, dest, tag
  type(MPI_Datatype), intent(in) :: datatype
  type(MPI_Comm), intent(in) :: comm
  integer, optional, intent(out) :: ierror
  sends = sends + 1
  call PMPI_Send(buf, count, datatype, dest, tag, comm, ierror)
end subroutine MPI_Send_f08

program f08_profiling
  use mpi_f08
  use counter
  implicit none
  integer :: me, np, code, value(1)
  call start_test()
  if (me == 0) call MPI_Send([42], 1, MPI_INTEGER, np - 1, 0, MPI_COMM_WORLD)
  if (me == np - 1) then
    call MPI_Recv(value, 1, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call check(value(1) == 42, 'received')
  end if
  call check(sends == merge(1, 0, me == 0), 'counted')
  call end_test()
contains
  include 'check.inc'
end program f08_profiling
