# Embeds the tables of selection rules as text. Include it after the target `smpi` exists: it adds the
# generated source to it.

# NAME=FLAVOR: whose algorithm names the table has.
set(smpi_coll_tables ompi=ompi mpich_device=mpich mpich=mpich default=)
set(smpi_coll_arguments)
set(smpi_coll_files)
foreach(table ${smpi_coll_tables})
  string(REGEX REPLACE "=.*" "" name ${table})
  list(APPEND smpi_coll_arguments "${table}=${CMAKE_CURRENT_LIST_DIR}/${name}.csv")
  list(APPEND smpi_coll_files ${CMAKE_CURRENT_LIST_DIR}/${name}.csv)
endforeach()
set(smpi_coll_source ${PROJECT_BINARY_DIR}/generated/coll_tables.cpp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated)
add_custom_command(
  OUTPUT ${smpi_coll_source}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/embed_tables.py ${smpi_coll_source}
          ${smpi_coll_arguments}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/embed_tables.py ${smpi_coll_files}
  COMMENT "Embedding tables of collective algorithms"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_coll_source})
