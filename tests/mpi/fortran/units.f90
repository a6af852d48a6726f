! SPDX-License-Identifier: BSD-3-Clause
! Unit numbers belong to a process: all open unit 10, each on its own file, at the same time.
program units
  use mpi
  implicit none
  integer :: me, np, code, i, j, line, unit
  character(len=40) :: name
  character(len=80) :: text
  real(8) :: record(4)
  logical :: opened
  call start_test()
  write (name, '(A,I0)') 'units.', me
  open (10, file=name, status='replace', action='readwrite', form='formatted')
  do i = 1, 200
    write (10, '(I6,1X,I6)') me, i
    if (mod(i, 50) == 0) call MPI_Barrier(MPI_COMM_WORLD, code)
  end do
  rewind (10)
  do i = 1, 200
    read (10, *) j, line
    call check(j == me .and. line == i, 'line of its file')
  end do
  inquire (10, name=text)
  call check(index(text, trim(name)) > 0, 'name of the unit')
  close (10, status='delete')
  inquire (unit=10, opened=opened)
  call check(.not. opened, 'closed')
  call MPI_Barrier(MPI_COMM_WORLD, code)

  ! Direct access and units that the library numbers.
  write (name, '(A,I0)') 'direct.', me
  open (newunit=unit, file=name, access='direct', recl=32, form='unformatted', status='replace')
  do i = 10, 1, -1
    write (unit, rec=i) [(me*100.0d0 + i, j=1, 4)]
  end do
  call MPI_Barrier(MPI_COMM_WORLD, code)
  read (unit, rec=7) record
  call check(all(record == me*100 + 7), 'record')
  close (unit, status='delete')

  ! Internal files, list-directed output.
  write (text, *) me, np
  read (text, *) i, j
  call check(i == me .and. j == np, 'internal file')
  write (*, *) 'process', me, 'of', np
  call end_test()
contains
  include 'check.inc'
end program units
