! SPDX-License-Identifier: BSD-3-Clause
! The functions for failed processes in Fortran.
program fortran
  use mpi_f08
  implicit none
  type(MPI_Comm) :: left
  type(MPI_Group) :: failed
  integer :: rank, ranks, left_ranks, code, class, flags, acknowledged, number
  logical :: revoked

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN)
  do while (rank == 1)
    call sleep(1000)
  end do
  call MPI_Barrier(MPI_COMM_WORLD, code)
  call MPI_Error_class(code, class)
  call expect(class == MPI_ERR_PROC_FAILED)
  call MPI_Comm_get_failed(MPI_COMM_WORLD, failed)
  call MPI_Group_size(failed, number)
  call expect(number == 1)
  call MPI_Comm_ack_failed(MPI_COMM_WORLD, ranks, acknowledged)
  call expect(acknowledged == 1)
  flags = 3
  call MPI_Comm_agree(MPI_COMM_WORLD, flags, code)
  call expect(code == MPI_SUCCESS .and. flags == 3)
  call MPI_Comm_revoke(MPI_COMM_WORLD)
  call MPI_Comm_is_revoked(MPI_COMM_WORLD, revoked)
  call expect(revoked)
  call MPI_Comm_shrink(MPI_COMM_WORLD, left)
  call MPI_Comm_size(left, left_ranks)
  call expect(left_ranks == ranks - 1)
  if (rank == 0) print '(a)', 'fortran: as expected'
  call MPI_Finalize()

contains
  subroutine expect(holds)
    logical, intent(in) :: holds
    if (.not. holds) call MPI_Abort(MPI_COMM_WORLD, 9)
  end subroutine
end program
