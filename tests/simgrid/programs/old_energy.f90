! SPDX-License-Identifier: BSD-3-Clause
!
! Fortran programs know their pstates and energy by the names that SimGrid had until 3.25.
program old_energy
  implicit none
  include 'mpif.h'
  integer :: error, rank, pstate
  double precision :: flops, joules
  character(len=20) :: file = 'old_energy.f90'
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  do pstate = 0, smpi_get_host_nb_pstates() - 1
    call smpi_set_host_pstate(pstate)
    if (smpi_get_host_pstate() /= pstate) call MPI_Abort(MPI_COMM_WORLD, 1, error)
    if (smpi_get_host_current_power_peak() /= smpi_get_host_power_peak_at(pstate)) then
      call MPI_Abort(MPI_COMM_WORLD, 2, error)
    end if
    flops = smpi_get_host_power_peak_at(pstate)
    call smpi_execute_flops(flops)
    call smpi_trace_set_call_location(file, 24)
    joules = smpi_get_host_consumed_energy()
    print '(A,I0,A,I0,A,F0.9)', 'joules', rank, '-', pstate, ' = ', joules
  end do
  call smpi_execute_benched(0.5d0)
  call smpi_execute_flops_benched(1d8)
  print '(A,I0,A,F0.9)', 'time', rank, ' = ', MPI_Wtime()
  call MPI_Finalize(error)
end program old_energy
