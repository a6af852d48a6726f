! SPDX-License-Identifier: BSD-3-Clause
!
! The interfaces of procedures that MPI calls (MPI 5.0, 19.1.3 and A.1.3), and the predefined ones.
! A C_PTR by value is an address, as the choice argument of the older interfaces is: one calling
! sequence for both.
MODULE mpi_f08_callbacks
  USE, INTRINSIC :: ISO_C_BINDING, ONLY: C_INT64_T, C_INTPTR_T, C_PTR
  USE mpi_f08_types
  IMPLICIT NONE
  PUBLIC
  PRIVATE :: C_INT64_T, C_INTPTR_T, C_PTR

  ABSTRACT INTERFACE
    SUBROUTINE MPI_User_function(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE MPI_User_function

    SUBROUTINE MPI_User_function_c(invec, inoutvec, len, datatype)
      IMPORT
      TYPE(C_PTR), VALUE :: invec, inoutvec
      INTEGER(KIND=C_INT64_T) :: len
      TYPE(MPI_Datatype) :: datatype
    END SUBROUTINE MPI_User_function_c

    SUBROUTINE MPI_Comm_copy_attr_function(oldcomm, comm_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: oldcomm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Comm_copy_attr_function

    SUBROUTINE MPI_Comm_delete_attr_function(comm, comm_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Comm) :: comm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_Comm_delete_attr_function

    SUBROUTINE MPI_Type_copy_attr_function(oldtype, type_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: oldtype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Type_copy_attr_function

    SUBROUTINE MPI_Type_delete_attr_function(datatype, type_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_Type_delete_attr_function

    SUBROUTINE MPI_Win_copy_attr_function(oldwin, win_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Win) :: oldwin
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_Win_copy_attr_function

    SUBROUTINE MPI_Win_delete_attr_function(win, win_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Win) :: win
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_Win_delete_attr_function

    SUBROUTINE MPI_Comm_errhandler_function(comm, error_code)
      IMPORT
      TYPE(MPI_Comm) :: comm
      INTEGER :: error_code
    END SUBROUTINE MPI_Comm_errhandler_function

    SUBROUTINE MPI_File_errhandler_function(file, error_code)
      IMPORT
      TYPE(MPI_File) :: file
      INTEGER :: error_code
    END SUBROUTINE MPI_File_errhandler_function

    SUBROUTINE MPI_Session_errhandler_function(session, error_code)
      IMPORT
      TYPE(MPI_Session) :: session
      INTEGER :: error_code
    END SUBROUTINE MPI_Session_errhandler_function

    SUBROUTINE MPI_Win_errhandler_function(win, error_code)
      IMPORT
      TYPE(MPI_Win) :: win
      INTEGER :: error_code
    END SUBROUTINE MPI_Win_errhandler_function

    SUBROUTINE MPI_Grequest_query_function(extra_state, status, ierror)
      IMPORT
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      TYPE(MPI_Status) :: status
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_query_function

    SUBROUTINE MPI_Grequest_free_function(extra_state, ierror)
      IMPORT
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_free_function

    SUBROUTINE MPI_Grequest_cancel_function(extra_state, complete, ierror)
      IMPORT
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      LOGICAL :: complete
      INTEGER :: ierror
    END SUBROUTINE MPI_Grequest_cancel_function

    SUBROUTINE MPI_Datarep_extent_function(datatype, extent, extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=C_INTPTR_T) :: extent, extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Datarep_extent_function

    SUBROUTINE MPI_Datarep_conversion_function(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: count
      INTEGER(KIND=C_INT64_T) :: position
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Datarep_conversion_function

    SUBROUTINE MPI_Datarep_conversion_function_c(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=C_INT64_T) :: count
      INTEGER(KIND=C_INT64_T) :: position
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_Datarep_conversion_function_c
  END INTERFACE

  INTERFACE
    SUBROUTINE MPI_COMM_NULL_COPY_FN(oldcomm, comm_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: oldcomm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_COMM_NULL_COPY_FN

    SUBROUTINE MPI_COMM_DUP_FN(oldcomm, comm_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Comm) :: oldcomm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_COMM_DUP_FN

    SUBROUTINE MPI_COMM_NULL_DELETE_FN(comm, comm_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Comm) :: comm
      INTEGER :: comm_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_COMM_NULL_DELETE_FN

    SUBROUTINE MPI_TYPE_NULL_COPY_FN(oldtype, type_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: oldtype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_TYPE_NULL_COPY_FN

    SUBROUTINE MPI_TYPE_DUP_FN(oldtype, type_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: oldtype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_TYPE_DUP_FN

    SUBROUTINE MPI_TYPE_NULL_DELETE_FN(datatype, type_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: type_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_TYPE_NULL_DELETE_FN

    SUBROUTINE MPI_WIN_NULL_COPY_FN(oldwin, win_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Win) :: oldwin
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_WIN_NULL_COPY_FN

    SUBROUTINE MPI_WIN_DUP_FN(oldwin, win_keyval, extra_state, &
        attribute_val_in, attribute_val_out, flag, ierror)
      IMPORT
      TYPE(MPI_Win) :: oldwin
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: extra_state, attribute_val_in, attribute_val_out
      LOGICAL :: flag
    END SUBROUTINE MPI_WIN_DUP_FN

    SUBROUTINE MPI_WIN_NULL_DELETE_FN(win, win_keyval, attribute_val, &
        extra_state, ierror)
      IMPORT
      TYPE(MPI_Win) :: win
      INTEGER :: win_keyval, ierror
      INTEGER(KIND=C_INTPTR_T) :: attribute_val, extra_state
    END SUBROUTINE MPI_WIN_NULL_DELETE_FN

    SUBROUTINE MPI_CONVERSION_FN_NULL(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER :: count
      INTEGER(KIND=C_INT64_T) :: position
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_CONVERSION_FN_NULL

    SUBROUTINE MPI_CONVERSION_FN_NULL_C(userbuf, datatype, count, filebuf, position, &
        extra_state, ierror)
      IMPORT
      TYPE(C_PTR), VALUE :: userbuf, filebuf
      TYPE(MPI_Datatype) :: datatype
      INTEGER(KIND=C_INT64_T) :: count
      INTEGER(KIND=C_INT64_T) :: position
      INTEGER(KIND=C_INTPTR_T) :: extra_state
      INTEGER :: ierror
    END SUBROUTINE MPI_CONVERSION_FN_NULL_C
  END INTERFACE
END MODULE mpi_f08_callbacks
