# Trampolines MPI_X -> PMPI_X, weak stubs and the table of functions, made from functions.csv.
# Include it after the target `smpi` exists: it adds the generated source to it.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(smpi_trampolines ${PROJECT_BINARY_DIR}/generated/mpi_trampolines.S)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
  OUTPUT ${smpi_trampolines}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_trampolines.py
          ${PROJECT_SOURCE_DIR}/libsmpi/api/tables/functions.csv ${smpi_trampolines}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_trampolines.py
          ${PROJECT_SOURCE_DIR}/libsmpi/api/tables/functions.csv
  COMMENT "Generating MPI trampolines"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_trampolines} ${PROJECT_SOURCE_DIR}/libsmpi/api/functions.cpp)
