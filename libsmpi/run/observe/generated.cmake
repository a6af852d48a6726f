# Names and kinds of the parameters of MPI functions, from the tables of libsmpi/doors/api. Include it after
# the target `smpi` exists: it adds the generated source to it.
set(smpi_call_parameters ${PROJECT_BINARY_DIR}/generated/mpi_call_parameters.cpp)
add_custom_command(
  OUTPUT ${smpi_call_parameters}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_call_parameters.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/constants.csv ${smpi_call_parameters}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_call_parameters.py
          ${PROJECT_SOURCE_DIR}/scripts/fortran_bindings.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/constants.csv
  COMMENT "Generating the tables of parameters of MPI functions"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_call_parameters})
