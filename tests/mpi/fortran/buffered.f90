! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: buffered, synchronous and ready sends, matched probes, packing.
program buffered
  use mpi
  implicit none
  integer, parameter :: room = 10000
  integer :: me, np, code, right, left, value, n, message, position, request
  integer :: status(MPI_STATUS_SIZE)
  character(len=1) :: buffer(room), detached(room), packed(100)
  integer(kind=MPI_ADDRESS_KIND) :: position8, bytes
  logical :: flag
  real(8) :: x
  call start_test()
  right = mod(me + 1, np)
  left = mod(me + np - 1, np)
  call MPI_Buffer_attach(buffer, room, code)
  call MPI_Bsend(me, 1, MPI_INTEGER, right, 1, MPI_COMM_WORLD, code)
  call MPI_Recv(value, 1, MPI_INTEGER, left, 1, MPI_COMM_WORLD, status, code)
  call check(value == left, 'Bsend')
  call MPI_Buffer_detach(detached, n, code)
  call check(n == room, 'detached')

  call MPI_Issend(me, 1, MPI_INTEGER, right, 2, MPI_COMM_WORLD, request, code)
  call MPI_Mprobe(MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, message, status, code)
  call check(message /= MPI_MESSAGE_NULL, 'Mprobe')
  call MPI_Mrecv(value, 1, MPI_INTEGER, message, status, code)
  call check(value == left .and. message == MPI_MESSAGE_NULL, 'Mrecv')
  call MPI_Wait(request, MPI_STATUS_IGNORE, code)
  call MPI_Improbe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, flag, message, status, code)
  call check(.not. flag, 'Improbe')

  call MPI_Pack_external_size('external32', 2, MPI_DOUBLE_PRECISION, bytes, code)
  call check(bytes == 16, 'external size')
  position8 = 0
  x = 2.5d0
  call MPI_Pack_external('external32', x, 1, MPI_DOUBLE_PRECISION, packed, &
      100_MPI_ADDRESS_KIND, position8, code)
  call check(position8 == 8 .and. ichar(packed(1)) == 64, 'big endian')
  position8 = 0
  x = 0
  call MPI_Unpack_external('external32  ', packed, 100_MPI_ADDRESS_KIND, position8, x, 1, &
      MPI_DOUBLE_PRECISION, code)
  call check(x == 2.5d0, 'unpacked')
  position = 0
  call MPI_Pack(x, 1, MPI_DOUBLE_PRECISION, packed, 100, position, MPI_COMM_WORLD, code)
  call MPI_Pack_size(1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, n, code)
  call check(position <= n, 'pack size')
  call end_test()
contains
  include 'check.inc'
end program buffered
