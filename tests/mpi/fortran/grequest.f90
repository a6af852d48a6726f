! SPDX-License-Identifier: BSD-3-Clause
! Generalised requests: the procedures get the program's variable, not a copy of it.
module counted
  use mpi
  implicit none
contains
  subroutine query(calls, status, code)
    integer(kind=MPI_ADDRESS_KIND) :: calls
    integer :: status(MPI_STATUS_SIZE), code
    calls = calls + 1
    call MPI_Status_set_elements(status, MPI_INTEGER, 7, code)
    call MPI_Status_set_cancelled(status, .false., code)
    status(MPI_SOURCE) = 3
    status(MPI_TAG) = 4
    code = MPI_SUCCESS
  end subroutine
  subroutine release(calls, code)
    integer(kind=MPI_ADDRESS_KIND) :: calls
    integer :: code
    calls = calls + 10
    code = MPI_SUCCESS
  end subroutine
  subroutine cancel(calls, complete, code)
    integer(kind=MPI_ADDRESS_KIND) :: calls
    logical :: complete
    integer :: code
    if (.not. complete) calls = calls + 100
    code = MPI_SUCCESS
  end subroutine
end module

program grequest
  use mpi
  use counted
  implicit none
  integer(kind=MPI_ADDRESS_KIND), volatile :: calls
  integer :: me, np, code, request, n
  integer :: status(MPI_STATUS_SIZE)
  logical :: flag
  call start_test()
  calls = 0
  call MPI_Grequest_start(query, release, cancel, calls, request, code)
  call MPI_Test(request, flag, status, code)
  call check(.not. flag .and. calls == 0, 'Test')
  call MPI_Cancel(request, code)
  call check(calls == 100, 'Cancel')
  call MPI_Grequest_complete(request, code)
  call MPI_Wait(request, status, code)
  call check(calls == 111, 'Wait')
  call check(request == MPI_REQUEST_NULL, 'request')
  call MPI_Get_count(status, MPI_INTEGER, n, code)
  call check(n == 7 .and. status(MPI_SOURCE) == 3 .and. status(MPI_TAG) == 4, 'status')
  call end_test()
contains
  include 'check.inc'
end program grequest
