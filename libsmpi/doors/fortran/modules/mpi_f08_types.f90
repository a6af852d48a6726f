! SPDX-License-Identifier: BSD-3-Clause
!
! The derived types of handles and statuses (MPI 5.0, 2.5.1 and 3.2.5), which both modules have, and
! their operators. Each has the layout of what the older interfaces use, an INTEGER and an array of
! eight, so one set of procedures serves all.
MODULE mpi_f08_types
  IMPLICIT NONE
  PUBLIC

  TYPE, BIND(C) :: MPI_Status
    INTEGER :: MPI_SOURCE
    INTEGER :: MPI_TAG
    INTEGER :: MPI_ERROR
    INTEGER :: MPI_internal(5)
  END TYPE MPI_Status

  TYPE, BIND(C) :: MPI_Comm
    INTEGER :: MPI_VAL
  END TYPE MPI_Comm
  TYPE, BIND(C) :: MPI_Datatype
    INTEGER :: MPI_VAL
  END TYPE MPI_Datatype
  TYPE, BIND(C) :: MPI_Errhandler
    INTEGER :: MPI_VAL
  END TYPE MPI_Errhandler
  TYPE, BIND(C) :: MPI_File
    INTEGER :: MPI_VAL
  END TYPE MPI_File
  TYPE, BIND(C) :: MPI_Group
    INTEGER :: MPI_VAL
  END TYPE MPI_Group
  TYPE, BIND(C) :: MPI_Info
    INTEGER :: MPI_VAL
  END TYPE MPI_Info
  TYPE, BIND(C) :: MPI_Message
    INTEGER :: MPI_VAL
  END TYPE MPI_Message
  TYPE, BIND(C) :: MPI_Op
    INTEGER :: MPI_VAL
  END TYPE MPI_Op
  TYPE, BIND(C) :: MPI_Request
    INTEGER :: MPI_VAL
  END TYPE MPI_Request
  TYPE, BIND(C) :: MPI_Session
    INTEGER :: MPI_VAL
  END TYPE MPI_Session
  TYPE, BIND(C) :: MPI_Win
    INTEGER :: MPI_VAL
  END TYPE MPI_Win

  INTERFACE OPERATOR (==)
    MODULE PROCEDURE comm_equal, datatype_equal, errhandler_equal, file_equal, group_equal, &
        info_equal, message_equal, op_equal, request_equal, session_equal, win_equal
  END INTERFACE
  INTERFACE OPERATOR (/=)
    MODULE PROCEDURE comm_differ, datatype_differ, errhandler_differ, file_differ, group_differ, &
        info_differ, message_differ, op_differ, request_differ, session_differ, win_differ
  END INTERFACE
  PRIVATE :: comm_equal, datatype_equal, errhandler_equal, file_equal, group_equal, &
      info_equal, message_equal, op_equal, request_equal, session_equal, win_equal
  PRIVATE :: comm_differ, datatype_differ, errhandler_differ, file_differ, group_differ, &
      info_differ, message_differ, op_differ, request_differ, session_differ, win_differ

  INTERFACE PMPI_Status_f2f08
    MODULE PROCEDURE MPI_Status_f2f08
  END INTERFACE
  INTERFACE PMPI_Status_f082f
    MODULE PROCEDURE MPI_Status_f082f
  END INTERFACE

CONTAINS

  ! MPI 5.0, 19.3.5.
  SUBROUTINE MPI_Status_f2f08(f_status, f08_status, ierror)
    INTEGER, INTENT(IN) :: f_status(8)
    TYPE(MPI_Status), INTENT(OUT) :: f08_status
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    f08_status = MPI_Status(f_status(1), f_status(2), f_status(3), f_status(4:8))
    IF (PRESENT(ierror)) ierror = 0
  END SUBROUTINE MPI_Status_f2f08

  SUBROUTINE MPI_Status_f082f(f08_status, f_status, ierror)
    TYPE(MPI_Status), INTENT(IN) :: f08_status
    INTEGER, INTENT(OUT) :: f_status(8)
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    f_status = [f08_status%MPI_SOURCE, f08_status%MPI_TAG, f08_status%MPI_ERROR, &
        f08_status%MPI_internal]
    IF (PRESENT(ierror)) ierror = 0
  END SUBROUTINE MPI_Status_f082f

  ELEMENTAL LOGICAL FUNCTION comm_equal(a, b)
    TYPE(MPI_Comm), INTENT(IN) :: a, b
    comm_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION comm_equal

  ELEMENTAL LOGICAL FUNCTION comm_differ(a, b)
    TYPE(MPI_Comm), INTENT(IN) :: a, b
    comm_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION comm_differ

  ELEMENTAL LOGICAL FUNCTION datatype_equal(a, b)
    TYPE(MPI_Datatype), INTENT(IN) :: a, b
    datatype_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION datatype_equal

  ELEMENTAL LOGICAL FUNCTION datatype_differ(a, b)
    TYPE(MPI_Datatype), INTENT(IN) :: a, b
    datatype_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION datatype_differ

  ELEMENTAL LOGICAL FUNCTION errhandler_equal(a, b)
    TYPE(MPI_Errhandler), INTENT(IN) :: a, b
    errhandler_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION errhandler_equal

  ELEMENTAL LOGICAL FUNCTION errhandler_differ(a, b)
    TYPE(MPI_Errhandler), INTENT(IN) :: a, b
    errhandler_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION errhandler_differ

  ELEMENTAL LOGICAL FUNCTION file_equal(a, b)
    TYPE(MPI_File), INTENT(IN) :: a, b
    file_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION file_equal

  ELEMENTAL LOGICAL FUNCTION file_differ(a, b)
    TYPE(MPI_File), INTENT(IN) :: a, b
    file_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION file_differ

  ELEMENTAL LOGICAL FUNCTION group_equal(a, b)
    TYPE(MPI_Group), INTENT(IN) :: a, b
    group_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION group_equal

  ELEMENTAL LOGICAL FUNCTION group_differ(a, b)
    TYPE(MPI_Group), INTENT(IN) :: a, b
    group_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION group_differ

  ELEMENTAL LOGICAL FUNCTION info_equal(a, b)
    TYPE(MPI_Info), INTENT(IN) :: a, b
    info_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION info_equal

  ELEMENTAL LOGICAL FUNCTION info_differ(a, b)
    TYPE(MPI_Info), INTENT(IN) :: a, b
    info_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION info_differ

  ELEMENTAL LOGICAL FUNCTION message_equal(a, b)
    TYPE(MPI_Message), INTENT(IN) :: a, b
    message_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION message_equal

  ELEMENTAL LOGICAL FUNCTION message_differ(a, b)
    TYPE(MPI_Message), INTENT(IN) :: a, b
    message_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION message_differ

  ELEMENTAL LOGICAL FUNCTION op_equal(a, b)
    TYPE(MPI_Op), INTENT(IN) :: a, b
    op_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION op_equal

  ELEMENTAL LOGICAL FUNCTION op_differ(a, b)
    TYPE(MPI_Op), INTENT(IN) :: a, b
    op_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION op_differ

  ELEMENTAL LOGICAL FUNCTION request_equal(a, b)
    TYPE(MPI_Request), INTENT(IN) :: a, b
    request_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION request_equal

  ELEMENTAL LOGICAL FUNCTION request_differ(a, b)
    TYPE(MPI_Request), INTENT(IN) :: a, b
    request_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION request_differ

  ELEMENTAL LOGICAL FUNCTION session_equal(a, b)
    TYPE(MPI_Session), INTENT(IN) :: a, b
    session_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION session_equal

  ELEMENTAL LOGICAL FUNCTION session_differ(a, b)
    TYPE(MPI_Session), INTENT(IN) :: a, b
    session_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION session_differ

  ELEMENTAL LOGICAL FUNCTION win_equal(a, b)
    TYPE(MPI_Win), INTENT(IN) :: a, b
    win_equal = a%MPI_VAL == b%MPI_VAL
  END FUNCTION win_equal

  ELEMENTAL LOGICAL FUNCTION win_differ(a, b)
    TYPE(MPI_Win), INTENT(IN) :: a, b
    win_differ = a%MPI_VAL /= b%MPI_VAL
  END FUNCTION win_differ
END MODULE mpi_f08_types
