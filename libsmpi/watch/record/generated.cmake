# The wrappers that record traces, from functions.csv. Include it after the target `smpi` exists: it adds the
# source to it.
set(smpi_trace_wrappers ${PROJECT_BINARY_DIR}/generated/mpi_trace_wrappers.inc)
add_custom_command(
  OUTPUT ${smpi_trace_wrappers}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_trace_recorder.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_trace_wrappers}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_trace_recorder.py ${PROJECT_SOURCE_DIR}/scripts/trace_actions.py
          ${PROJECT_SOURCE_DIR}/scripts/fortran_bindings.py ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
  COMMENT "Generating the wrappers that record traces"
  VERBATIM)
target_sources(smpi PRIVATE ${PROJECT_SOURCE_DIR}/libsmpi/watch/record/trace_wrappers.c ${smpi_trace_wrappers})
set_property(SOURCE ${PROJECT_SOURCE_DIR}/libsmpi/watch/record/trace_wrappers.c APPEND PROPERTY
  OBJECT_DEPENDS ${smpi_trace_wrappers})
