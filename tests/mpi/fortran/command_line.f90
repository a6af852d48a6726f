! SPDX-License-Identifier: BSD-3-Clause
! What libgfortran keeps for a program: arguments, environment, random numbers. Each process has its
! own, whatever the others do.
program command_line
  use mpi
  implicit none
  integer :: me, np, code, length, status, i
  integer, allocatable :: seed(:)
  character(len=20) :: argument
  character(len=200) :: value
  real :: mine(20), again(20), first
  real(8) :: t1, t2
  integer :: count1, rate
  call start_test()
  call check(command_argument_count() == 2, 'number of arguments')
  call get_command_argument(1, argument, length, status)
  call check(argument == 'first' .and. length == 5 .and. status == 0, 'argument 1')
  call get_command_argument(2, argument)
  call check(argument == 'a-second', 'argument 2')
  call get_environment_variable('PATH', value, length, status)
  call check(length > 0, 'environment')

  ! The same seed gives the same numbers, though the others draw in between.
  call random_seed(size=i)
  allocate (seed(i))
  seed = 42 + me
  call random_seed(put=seed)
  do i = 1, 20
    call random_number(mine(i))
    call MPI_Barrier(MPI_COMM_WORLD, code)
  end do
  call random_seed(put=seed)
  call random_number(again)
  call check(all(mine == again), 'random numbers of one process')
  first = mine(1)
  call MPI_Bcast(first, 1, MPI_REAL, 0, MPI_COMM_WORLD, code)
  if (me > 0) call check(first /= mine(1), 'other seed, other numbers')

  t1 = MPI_Wtime()
  call system_clock(count1, rate)
  t2 = MPI_Wtime()
  call check(t2 >= t1 .and. rate > 0, 'clocks')
  call end_test()
contains
  include 'check.inc'
end program command_line
