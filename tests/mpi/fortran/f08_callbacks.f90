! SPDX-License-Identifier: BSD-3-Clause
! mpi_f08: procedures that MPI calls have the abstract interfaces of the module.
module procedures
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_f_pointer, c_ptr
  implicit none
  integer, save :: copies = 0, deletes = 0, errors = 0
contains
  subroutine longest(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    real(8), pointer :: a(:), b(:)
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    if (datatype /= MPI_DOUBLE_PRECISION) call MPI_Abort(MPI_COMM_WORLD, 2)
    where (abs(a) > abs(b)) b = a
  end subroutine longest

  subroutine copy(oldcomm, comm_keyval, extra_state, attribute_val_in, attribute_val_out, flag, &
      ierror)
    type(MPI_Comm) :: oldcomm
    integer :: comm_keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: extra_state, attribute_val_in, attribute_val_out
    logical :: flag
    copies = copies + 1
    attribute_val_out = attribute_val_in + extra_state
    flag = oldcomm == MPI_COMM_WORLD .and. comm_keyval /= MPI_KEYVAL_INVALID
    ierror = MPI_SUCCESS
  end subroutine copy

  subroutine delete(comm, comm_keyval, attribute_val, extra_state, ierror)
    type(MPI_Comm) :: comm
    integer :: comm_keyval, ierror
    integer(kind=MPI_ADDRESS_KIND) :: attribute_val, extra_state
    ierror = MPI_SUCCESS
    if (extra_state /= 1000 .or. attribute_val == 0) ierror = MPI_ERR_OTHER
    if (comm == MPI_COMM_NULL .or. comm_keyval == MPI_KEYVAL_INVALID) ierror = MPI_ERR_OTHER
    deletes = deletes + 1
  end subroutine delete

  subroutine note(comm, error_code)
    type(MPI_Comm) :: comm
    integer :: error_code, class
    call MPI_Error_class(error_code, class)
    if (comm == MPI_COMM_SELF .and. class == MPI_ERR_RANK) errors = errors + 1
  end subroutine note
end module procedures

program f08_callbacks
  use procedures
  implicit none
  integer :: me, np, code, key
  integer(kind=MPI_ADDRESS_KIND) :: value
  type(MPI_Op) :: op
  type(MPI_Comm) :: comm
  type(MPI_Errhandler) :: handler
  logical :: flag
  real(8) :: x(2), y(2)
  call start_test()
  call MPI_Op_create(longest, .true., op)
  x = [real(8) :: me, -2*me]
  call MPI_Allreduce(x, y, 2, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
  call check(y(1) == np - 1 .and. y(2) == -2*(np - 1), 'operation')
  call MPI_Op_commutative(op, flag)
  call check(flag, 'commutative')
  call MPI_Op_free(op)
  call check(op == MPI_OP_NULL, 'operation freed')

  call MPI_Comm_create_keyval(copy, delete, key, 1000_MPI_ADDRESS_KIND)
  call MPI_Comm_set_attr(MPI_COMM_WORLD, key, int(me + 1, MPI_ADDRESS_KIND))
  call MPI_Comm_dup(MPI_COMM_WORLD, comm)
  call MPI_Comm_get_attr(comm, key, value, flag)
  call check(flag .and. value == me + 1001 .and. copies == 1, 'copied')
  call MPI_Comm_free(comm)
  call check(deletes == 1, 'deleted')
  call MPI_Comm_delete_attr(MPI_COMM_WORLD, key)
  call check(deletes == 2, 'deleted again')
  call MPI_Comm_free_keyval(key)
  call MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, key, 0_MPI_ADDRESS_KIND)
  call MPI_Type_set_attr(MPI_INTEGER, key, 77_MPI_ADDRESS_KIND)
  value = 0
  call MPI_Type_get_attr(MPI_INTEGER, key, value, flag)
  call check(flag .and. value == 77, 'attribute of a type')
  call MPI_Type_delete_attr(MPI_INTEGER, key)
  call MPI_Type_free_keyval(key)

  call MPI_Comm_create_errhandler(note, handler)
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, handler)
  call MPI_Send(me, 1, MPI_INTEGER, 17, 0, MPI_COMM_SELF, code)
  call check(errors == 1 .and. code /= MPI_SUCCESS, 'handler called')
  call MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN)
  call MPI_Comm_get_errhandler(MPI_COMM_SELF, handler)
  call check(handler == MPI_ERRORS_RETURN, 'predefined handler')
  call end_test()
contains
  include 'check.inc'
end program f08_callbacks
