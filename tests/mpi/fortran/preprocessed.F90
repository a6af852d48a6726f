! SPDX-License-Identifier: BSD-3-Clause
! Preprocessed (.F90), several modules in one file, mpif.h in free form inside one of them.
#define TWICE(x) (2*(x))
module old_style
  implicit none
  include 'mpif.h'
contains
  integer function sum_of(value)
    integer, intent(in) :: value
    integer :: code
    call MPI_ALLREDUCE(value, sum_of, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, code)
  end function sum_of
end module old_style

module state
  implicit none
  integer, save :: counter = 7
  real, allocatable, save :: work(:)
  type :: particle
    real(8) :: position(3)
    integer :: id
  end type particle
contains
  subroutine step(n)
    integer, intent(in) :: n
    counter = counter + n
  end subroutine step
end module state

program preprocessed
  use old_style, only: sum_of
  use state
  use mpi
  implicit none
  integer :: me, np, code
  type(particle) :: p
  call start_test()
  allocate (work(100*(me + 1)))
  call step(me)
  call check(TWICE(counter) == 14 + 2*me, 'module variable')
  call check(size(work) == 100*(me + 1), 'allocatable')
  call check(sum_of(me) == np*(np - 1)/2, 'mpif.h in a module')
  p%id = me
  p%position = me
  call MPI_Bcast(p, int(storage_size(p)/8), MPI_BYTE, np - 1, MPI_COMM_WORLD, code)
  call check(p%id == np - 1 .and. all(p%position == np - 1), 'derived type as bytes')
  call end_test()
contains
#include "check.inc"
end program preprocessed
