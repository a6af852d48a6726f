# The Fortran names of the MPI functions in libsmpi, from functions.csv. Include it after the target
# `smpi` exists: it adds the generated source to it.
set(smpi_fortran_api ${PROJECT_BINARY_DIR}/generated/mpi_fortran.cpp)
add_custom_command(
  OUTPUT ${smpi_fortran_api}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_fortran_api.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_fortran_api}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_fortran_api.py
          ${PROJECT_SOURCE_DIR}/scripts/fortran_bindings.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
  COMMENT "Generating the Fortran names of MPI functions"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_fortran_api})
