! SPDX-License-Identifier: BSD-3-Clause
!
! MPI_Sizeof (MPI 5.0, 19.1.9): the bytes of a scalar of the argument's type, whatever its rank. One
! procedure for each intrinsic type and kind of gfortran on x86-64.
MODULE mpi_sizeof_procedures
  IMPLICIT NONE
  PRIVATE
  PUBLIC :: MPI_Sizeof, PMPI_Sizeof

  INTERFACE MPI_Sizeof
    MODULE PROCEDURE integer1_size, integer2_size, integer4_size, integer8_size, integer16_size, &
        real4_size, real8_size, real10_size, real16_size, complex4_size, &
        complex8_size, complex10_size, complex16_size, logical1_size, &
        logical2_size, logical4_size, logical8_size, logical16_size, &
        character_size
  END INTERFACE
  INTERFACE PMPI_Sizeof
    MODULE PROCEDURE integer1_size, integer2_size, integer4_size, integer8_size, integer16_size, &
        real4_size, real8_size, real10_size, real16_size, complex4_size, &
        complex8_size, complex10_size, complex16_size, logical1_size, &
        logical2_size, logical4_size, logical8_size, logical16_size, &
        character_size
  END INTERFACE

CONTAINS

  SUBROUTINE give(bytes, size, ierror)
    INTEGER, INTENT(IN) :: bytes
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    size = bytes
    IF (PRESENT(ierror)) ierror = 0
  END SUBROUTINE give

  SUBROUTINE integer1_size(x, size, ierror)
    INTEGER(1), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(1, size, ierror)
  END SUBROUTINE integer1_size

  SUBROUTINE integer2_size(x, size, ierror)
    INTEGER(2), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(2, size, ierror)
  END SUBROUTINE integer2_size

  SUBROUTINE integer4_size(x, size, ierror)
    INTEGER(4), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(4, size, ierror)
  END SUBROUTINE integer4_size

  SUBROUTINE integer8_size(x, size, ierror)
    INTEGER(8), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(8, size, ierror)
  END SUBROUTINE integer8_size

  SUBROUTINE integer16_size(x, size, ierror)
    INTEGER(16), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(16, size, ierror)
  END SUBROUTINE integer16_size

  SUBROUTINE real4_size(x, size, ierror)
    REAL(4), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(4, size, ierror)
  END SUBROUTINE real4_size

  SUBROUTINE real8_size(x, size, ierror)
    REAL(8), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(8, size, ierror)
  END SUBROUTINE real8_size

  SUBROUTINE real10_size(x, size, ierror)
    REAL(10), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(16, size, ierror)
  END SUBROUTINE real10_size

  SUBROUTINE real16_size(x, size, ierror)
    REAL(16), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(16, size, ierror)
  END SUBROUTINE real16_size

  SUBROUTINE complex4_size(x, size, ierror)
    COMPLEX(4), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(8, size, ierror)
  END SUBROUTINE complex4_size

  SUBROUTINE complex8_size(x, size, ierror)
    COMPLEX(8), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(16, size, ierror)
  END SUBROUTINE complex8_size

  SUBROUTINE complex10_size(x, size, ierror)
    COMPLEX(10), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(32, size, ierror)
  END SUBROUTINE complex10_size

  SUBROUTINE complex16_size(x, size, ierror)
    COMPLEX(16), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(32, size, ierror)
  END SUBROUTINE complex16_size

  SUBROUTINE logical1_size(x, size, ierror)
    LOGICAL(1), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(1, size, ierror)
  END SUBROUTINE logical1_size

  SUBROUTINE logical2_size(x, size, ierror)
    LOGICAL(2), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(2, size, ierror)
  END SUBROUTINE logical2_size

  SUBROUTINE logical4_size(x, size, ierror)
    LOGICAL(4), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(4, size, ierror)
  END SUBROUTINE logical4_size

  SUBROUTINE logical8_size(x, size, ierror)
    LOGICAL(8), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(8, size, ierror)
  END SUBROUTINE logical8_size

  SUBROUTINE logical16_size(x, size, ierror)
    LOGICAL(16), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(16, size, ierror)
  END SUBROUTINE logical16_size

  SUBROUTINE character_size(x, size, ierror)
    CHARACTER(LEN=*), INTENT(IN) :: x(..)
    INTEGER, INTENT(OUT) :: size
    INTEGER, OPTIONAL, INTENT(OUT) :: ierror
    CALL give(LEN(x), size, ierror)
  END SUBROUTINE character_size
END MODULE mpi_sizeof_procedures
