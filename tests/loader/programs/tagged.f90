! SPDX-License-Identifier: BSD-3-Clause
! Output of Fortran that --tag-output marks.
program tagged
  use mpi
  implicit none
  integer :: rank, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  write (*, '(a)', advance='no') 'print '
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  write (*, '(a,i1)') 'of ', rank
  write (0, '(a,i1)') 'error of ', rank
  write (*, '(a,i1)', advance='no') 'end of ', rank
  call MPI_Finalize(ierr)
end program tagged
