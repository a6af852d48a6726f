! SPDX-License-Identifier: BSD-3-Clause
! Spawned programs get their arguments without leading and trailing blanks (MPI 5.0, 11.8.2).
program spawn_arguments
  use mpi
  implicit none
  integer :: code, parent, children, flags(2), i
  integer :: me, np
  character(len=200) :: command
  character(len=12) :: arguments(4), argument
  character(len=12), parameter :: expected(3) = [character(len=12) :: 'plain', 'two words', 'leading']
  call start_test()
  call MPI_Comm_get_parent(parent, code)
  if (parent == MPI_COMM_NULL) then
    call get_command_argument(0, command)
    command = '  '//command
    arguments = [character(len=12) :: 'plain', 'two words', '  leading', '  ']
    call MPI_Comm_spawn(command, arguments, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, children, flags, code)
    call MPI_Barrier(children, code)
    call MPI_Comm_disconnect(children, code)
    call end_test()
  else
    call check(command_argument_count() == 3, 'number of arguments')
    do i = 1, 3
      call get_command_argument(i, argument)
      call check(argument == expected(i), 'argument '//expected(i))
    end do
    call MPI_Barrier(parent, code)
    call MPI_Comm_disconnect(parent, code)
    call MPI_Finalize(code)
  end if
contains
  include 'check.inc'
end program
