# The calls that a replay only makes again, from the table of functions. Include it after the target `smpi` exists: it
# adds the generated source to it.
set(smpi_play_call ${PROJECT_BINARY_DIR}/generated/replay/play_call.cpp)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/generated/replay)
add_custom_command(
  OUTPUT ${smpi_play_call}
  COMMAND Python3::Interpreter ${PROJECT_SOURCE_DIR}/scripts/make_trace_player.py
          ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv ${smpi_play_call}
  DEPENDS ${PROJECT_SOURCE_DIR}/scripts/make_trace_player.py ${PROJECT_SOURCE_DIR}/scripts/trace_actions.py
          ${PROJECT_SOURCE_DIR}/scripts/fortran_bindings.py ${PROJECT_SOURCE_DIR}/libsmpi/doors/api/tables/functions.csv
  COMMENT "Generating the calls of replays"
  VERBATIM)
target_sources(smpi PRIVATE ${smpi_play_call})
