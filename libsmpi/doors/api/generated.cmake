# Trampolines MPI_X -> PMPI_X, weak stubs and the table of functions, made from functions.csv.
# Include it after the target `smpi` exists: it adds the generated source to it.

set(smpi_trampolines ${PROJECT_BINARY_DIR}/generated/mpi_trampolines.S)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
  OUTPUT ${smpi_trampolines}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_trampolines.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_trampolines}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_trampolines.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
  COMMENT "Generating MPI trampolines"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_trampolines} ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/functions.cpp)

# The large-count forms MPI_X_c of the functions in these files, which include what is made.
foreach(name coll/blocking coll/neighbor coll/nonblocking coll/op coll/persistent io/collective io/independent
    io/split io/view p2p/buffer p2p/isendrecv p2p/p2p p2p/partitioned p2p/probe rma/communicate rma/window
    type/array type/create type/elements type/pack type/type)
  set(source ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/${name}.cpp)
  set(forms ${PROJECT_BINARY_DIR}/generated/large_counts/${name}.inc)
  get_filename_component(folder ${forms} DIRECTORY)
  file(MAKE_DIRECTORY ${folder})
  list(APPEND smpi_large_counts ${forms})
  list(APPEND smpi_counted_files ${source} ${forms})
  list(APPEND smpi_counted_sources ${source})
  set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${forms})
endforeach()
add_custom_command(
  OUTPUT ${smpi_large_counts}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_large_counts.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_counted_files}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_large_counts.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_counted_sources}
  COMMENT "Generating the large-count forms of MPI functions"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_large_counts})
target_include_directories(smpi PRIVATE ${PROJECT_BINARY_DIR}/generated)
