! SPDX-License-Identifier: BSD-3-Clause
! Module mpi: strings in and out, padded with blanks, cut where variables end.
program strings
  use mpi
  implicit none
  integer :: me, np, code, length, info, n, class, added
  logical :: flag
  character(len=MPI_MAX_OBJECT_NAME) :: name
  character(len=MPI_MAX_ERROR_STRING) :: text
  character(len=40) :: value
  character(len=MPI_MAX_INFO_KEY) :: key
  call start_test()

  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, code)
  call check(name == 'MPI_COMM_WORLD' .and. length == 14, 'name of the world')
  call MPI_Comm_set_name(MPI_COMM_WORLD, 'my world   ', code)
  name = repeat('x', len(name))
  call MPI_Comm_get_name(MPI_COMM_WORLD, name, length, code)
  call check(name == 'my world' .and. length == 8, 'new name')
  call MPI_Type_get_name(MPI_DOUBLE_PRECISION, name, length, code)
  call check(name(:length) == 'MPI_DOUBLE_PRECISION', 'name of a type')

  call MPI_Error_string(MPI_ERR_RANK, text, length, code)
  call check(length > 3 .and. len_trim(text) == length, 'text of an error')
  call MPI_Add_error_class(class, code)
  call MPI_Add_error_code(class, added, code)
  call MPI_Add_error_string(added, 'a new error  ', code)
  call MPI_Error_string(added, text, length, code)
  call check(text == 'a new error' .and. length == 11, 'text of the new error')
  call MPI_Error_class(added, n, code)
  call check(n == class, 'class of the new error')

  call MPI_Info_create(info, code)
  call MPI_Info_set(info, '  key one ', ' a value   ', code)
  call MPI_Info_get_nkeys(info, n, code)
  call check(n == 1, 'one key')
  call MPI_Info_get_nthkey(info, 0, key, code)
  call check(key == 'key one', 'keys are trimmed')
  call MPI_Info_get_valuelen(info, 'key one', n, flag, code)
  call check(flag .and. n == 7, 'length of the value')
  value = 'untouched'
  call MPI_Info_get(info, 'other', 40, value, flag, code)
  call check(.not. flag .and. value == 'untouched', 'no such key')
  call MPI_Info_get(info, 'key one', 40, value, flag, code)
  call check(flag .and. value == 'a value', 'the value')
  call MPI_Info_set(info, 'long', 'abcdefghij', code)
  call MPI_Info_get(info, 'long', 10, value, flag, code)
  call check(flag .and. value == 'abcdefghij', 'all of it')
  call MPI_Info_delete(info, 'long', code)
  call MPI_Info_free(info, code)
  call check(info == MPI_INFO_NULL, 'freed')
  call end_test()
contains
  include 'check.inc'
end program strings
