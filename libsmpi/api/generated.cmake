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

# The large-count forms MPI_X_c of the functions in these files, which include what is made.
foreach(name buffer coll coll_nonblocking coll_persistent file_collective file_independent file_split file_view
    isendrecv neighbor op p2p pack partitioned probe rma_communicate rma_window type type_array type_create
    type_elements)
  set(source ${PROJECT_SOURCE_DIR}/libsmpi/api/${name}.cpp)
  set(forms ${PROJECT_BINARY_DIR}/generated/large_counts/${name}.inc)
  add_custom_command(
    OUTPUT ${forms}
    COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_large_counts.py
            ${PROJECT_SOURCE_DIR}/libsmpi/api/tables/functions.csv ${source} ${forms}
    DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_large_counts.py
            ${PROJECT_SOURCE_DIR}/libsmpi/api/tables/functions.csv ${source}
    COMMENT "Generating the large-count forms of ${name}.cpp"
    VERBATIM)
  list(APPEND smpi_large_counts ${forms})
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${forms})
endforeach()
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/large_counts)
target_sources(smpi PRIVATE ${smpi_large_counts})
target_include_directories(smpi PRIVATE ${PROJECT_BINARY_DIR}/generated)
