# Build options shared by every target: warnings, sanitizers, ccache.
option(SMPI_BUILD_TESTS "Build the tests and benchmarks" ON)
option(SMPI_WERROR "Treat warnings as errors" OFF)
option(SMPI_SANITIZE "AddressSanitizer and UBSan, with context-switch annotations" OFF)

find_program(SMPI_CCACHE ccache)
if(SMPI_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${SMPI_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SMPI_CCACHE})
endif()

add_library(smpi_build_flags INTERFACE)
# Nobody replaces a function of ours, so calls within a file may be inlined although the code is
# position-independent.
target_compile_options(smpi_build_flags INTERFACE -Wall -Wextra -Wshadow -fno-omit-frame-pointer
  -fno-semantic-interposition)
target_include_directories(smpi_build_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include
  ${PROJECT_BINARY_DIR}/generated)
if(SMPI_WERROR)
  target_compile_options(smpi_build_flags INTERFACE -Werror)
endif()
if(SMPI_SANITIZE)
  target_compile_options(smpi_build_flags INTERFACE -fsanitize=address,undefined
    -fno-sanitize-recover=undefined)
  target_link_options(smpi_build_flags INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(smpi_build_flags INTERFACE SMPI_SANITIZE=1)
endif()
