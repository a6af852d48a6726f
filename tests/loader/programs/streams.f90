! SPDX-License-Identifier: BSD-3-Clause
!
! Unit 6 of a rank after dup2 onto descriptor 1: in the rank's own file, whoever runs in between.
program streams
  use, intrinsic :: iso_c_binding
  use mpi
  implicit none
  interface
    integer(c_int) function creat(name, mode) bind(c)
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: mode
    end function
    integer(c_int) function dup2(descriptor, target) bind(c)
      import
      integer(c_int), value :: descriptor, target
    end function
  end interface
  integer :: rank, error, total, i, good
  character(len=8) :: name, text
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  write (name, '(a,i1)') 'unit6.', rank
  if (rank > 0) i = dup2(creat(trim(name) // c_null_char, 511_c_int), 1_c_int)
  do i = 1, 3
    if (rank > 0) then
      write (*, '(a,2i1)') 'line', rank, i
      flush (6)
    end if
    call MPI_Barrier(MPI_COMM_WORLD, error)
  end do
  good = 1
  if (rank > 0) then
    open (10, file=trim(name), status='old')
    do i = 1, 3
      read (10, '(a)', iostat=error) text
      if (error /= 0 .or. text /= 'line' // achar(48 + rank) // achar(48 + i)) good = 0
    end do
    close (10, status='delete')
  end if
  call MPI_Reduce(good, total, 1, MPI_INTEGER, MPI_MIN, 0, MPI_COMM_WORLD, error)
  if (rank == 0 .and. total == 1) write (*, '(a)') 'checks ok'
  call MPI_Finalize(error)
end program
