# Build options shared by every target: warnings, sanitizers, ccache.
option(SMPI_BUILD_TESTS "Build the tests and benchmarks" ON)
option(SMPI_BUILD_TOOLS "Build the tools, such as smpi-study; without them nothing can be installed" ON)
option(SMPI_WERROR "Treat warnings as errors" OFF)
option(SMPI_SANITIZE "AddressSanitizer and UBSan, with context-switch annotations" OFF)

# With precompiled headers a file takes about 40 % less processor time to compile (37 to 43 % for five files of
# libsmpi). Only release builds have them, so that a file which forgets an #include does not compile elsewhere.
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  set(SMPI_PRECOMPILE_DEFAULT ON)
else()
  set(SMPI_PRECOMPILE_DEFAULT OFF)
endif()
option(SMPI_PRECOMPILE "Precompile headers of the standard library" ${SMPI_PRECOMPILE_DEFAULT})

# Together with others a file takes a third of the processor time. Whoever changes sources wants to compile only what he
# changed, and to see what a file forgets to include.
option(SMPI_UNITE "Compile several files of a folder as one" ${SMPI_PRECOMPILE_DEFAULT})
set(SMPI_UNITED_LINES 2200)

find_program(SMPI_CCACHE ccache)
if(SMPI_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${SMPI_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SMPI_CCACHE})
  if(SMPI_PRECOMPILE)  # as the manual of ccache asks
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
      ${SMPI_CCACHE})
  endif()
endif()

add_library(smpi_build_flags INTERFACE)
# Nobody replaces a function of ours, so calls within a file may be inlined although the code is
# position-independent.
target_compile_options(smpi_build_flags INTERFACE -Wall -Wextra -Wshadow -fno-omit-frame-pointer
  -fno-semantic-interposition)
# GCC looks for memory that it could free each time its heap has doubled: a tenth of the time of a file that grows to 700 MB.
# Below a gigabyte (in KiB here) it need not look.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  target_compile_options(smpi_build_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=1048576>)
endif()
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

# Release builds inline the files that a message passes through into each other. Only they carry what
# the linker needs for it, so that linking takes seconds; whatever else links the same archives (unit
# tests, tools) takes their plain code. Tests that hold the objects of the whole library are linked like
# it: otherwise functions come from the objects and from the archives, and are defined twice.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release")
  set(SMPI_LINK_TIME_OPTIONS -flto=auto)
  set(has_library $<OR:$<STREQUAL:$<TARGET_PROPERTY:NAME>,smpi>,$<BOOL:$<TARGET_PROPERTY:SMPI_HAS_LIBRARY>>>)
  target_link_options(smpi_build_flags INTERFACE $<IF:${has_library},${SMPI_LINK_TIME_OPTIONS},-fno-lto>)
  # A message clears five structures of up to 200 bytes, by default with `rep stos`, which takes 18 ns where stores take 4.
  if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
    set(clearing -mmemset-strategy=vector_loop:512:noalign,libcall:-1:noalign)
  endif()
  set(SMPI_HOT_OPTIONS ${SMPI_LINK_TIME_OPTIONS} -fomit-frame-pointer ${clearing})
endif()
# What happens seldom is optimised less where nobody steps through it, which takes a quarter less time to compile.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND SMPI_UNITE)
  set(SMPI_COLD_OPTIONS -O1)
endif()
# Linked after smpi_build_flags, so that its options come last.
add_library(smpi_hot_flags INTERFACE)
target_compile_options(smpi_hot_flags INTERFACE ${SMPI_HOT_OPTIONS})

# Profiles of training runs (scripts/build-release-pgo): the hot path is compiled once so that it counts, and again with the
# counts. Both builds need the same folder, for GCC names the files of counts after the objects.
set(SMPI_PROFILE "" CACHE STRING "Profiles of the hot path: empty for none, generate, or use")
set_property(CACHE SMPI_PROFILE PROPERTY STRINGS "" generate use)
set(SMPI_PROFILE_FOLDER ${PROJECT_BINARY_DIR}/profile)
if(SMPI_PROFILE STREQUAL "generate")
  set(SMPI_PROFILE_OPTIONS -fprofile-generate=${SMPI_PROFILE_FOLDER})
  target_link_options(smpi_build_flags INTERFACE -fprofile-generate)  # whatever links the archives needs GCC's counters
elseif(SMPI_PROFILE STREQUAL "use")
  file(GLOB counts ${SMPI_PROFILE_FOLDER}/*.gcda)
  if(NOT counts)
    message(FATAL_ERROR "SMPI_PROFILE=use needs counts of training runs in ${SMPI_PROFILE_FOLDER}, and there are none; "
      "scripts/build-release-pgo makes them")
  endif()
  # Code that no training run came to is optimised as without a profile, and a file without counts is no mistake.
  # With counts GCC inlines more, and warns of sizes that cannot be.
  set(SMPI_PROFILE_OPTIONS -fprofile-use=${SMPI_PROFILE_FOLDER} -fprofile-partial-training -Wno-missing-profile
    -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
elseif(SMPI_PROFILE)
  message(FATAL_ERROR "SMPI_PROFILE is '${SMPI_PROFILE}'; it can be generate, use, or empty")
endif()
if(SMPI_PROFILE AND NOT SMPI_LINK_TIME_OPTIONS)
  message(FATAL_ERROR "SMPI_PROFILE needs GCC and a build of type Release")
endif()

# smpi_groups(RESULT FOLDER NUMBER FILES...): what is to be compiled for these files: groups of them, written to FOLDER, and those
# that stay alone. Looking at all files takes seconds, so the groups are kept as number NUMBER until a file is newer.
function(smpi_groups result folder number)
  set(script ${PROJECT_SOURCE_DIR}/scripts/unity_groups.py)
  set(asked "${SMPI_UNITED_LINES} ${ARGN}")
  string(REPLACE ";" " " asked "${asked}")
  set(kept ${folder}/groups-${number}.txt)
  set(is_new TRUE)
  if(EXISTS ${kept})
    file(STRINGS ${kept} groups)
    list(POP_FRONT groups asked_before)
    string(COMPARE NOTEQUAL "${asked_before}" "${asked}" is_new)
  endif()
  foreach(file ${script} ${PROJECT_SOURCE_DIR}/tests/style/functions.py ${ARGN})
    if(${file} IS_NEWER_THAN ${kept})
      set(is_new TRUE)
    endif()
  endforeach()
  if(is_new)
    execute_process(COMMAND ${Python3_EXECUTABLE} ${script} --root ${PROJECT_SOURCE_DIR} --lines ${SMPI_UNITED_LINES} --output ${folder}
        ${ARGN} OUTPUT_VARIABLE groups COMMAND_ERROR_IS_FATAL ANY)
    file(WRITE ${kept} "${asked}\n${groups}")
    string(REGEX MATCHALL "[^\n]+" groups "${groups}")
  endif()
  set(${result} ${groups} PARENT_SCOPE)
endfunction()

# smpi_unite(TARGETS...): compiles files of these targets together, as scripts/unity_groups.py says; call it when all sources
# are known. Files that are compiled in another way than the rest of their target are united among themselves, but not those
# whose runs are counted: GCC names the counts after objects.
function(smpi_unite)
  if(NOT SMPI_UNITE)
    return()
  endif()
  foreach(target ${ARGN})
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    set(ways)  # of compiling: the files of way N are in files_N
    set(all)
    set(includes)
    foreach(source ${sources})
      get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
      get_property(options SOURCE ${path} DIRECTORY ${folder} PROPERTY COMPILE_OPTIONS)
      if(NOT source MATCHES "\\.cpp$" OR path MATCHES "^${PROJECT_BINARY_DIR}" OR (options AND SMPI_PROFILE))
        list(APPEND all ${source})
        continue()
      endif()
      get_property(skips_headers SOURCE ${path} DIRECTORY ${folder} PROPERTY SKIP_PRECOMPILE_HEADERS)
      string(REPLACE ";" " " way "${skips_headers} ${options}")
      list(FIND ways "${way}" number)
      if(number EQUAL -1)
        list(LENGTH ways number)
        list(APPEND ways "${way}")
        set(files_${number})
        set(options_${number} ${options})
        set(skips_headers_${number} ${skips_headers})
      endif()
      list(APPEND files_${number} ${path})
      get_property(included SOURCE ${path} DIRECTORY ${folder} PROPERTY OBJECT_DEPENDS)
      list(APPEND includes ${included})
    endforeach()
    list(LENGTH ways way_count)
    foreach(number RANGE ${way_count})
      if(number EQUAL way_count)
        break()
      endif()
      smpi_groups(united ${PROJECT_BINARY_DIR}/generated/united/${target} ${number} ${files_${number}})
      set_property(SOURCE ${united} DIRECTORY ${folder} PROPERTY COMPILE_OPTIONS ${options_${number}})
      set_property(SOURCE ${united} DIRECTORY ${folder} PROPERTY SKIP_PRECOMPILE_HEADERS ${skips_headers_${number}})
      set_property(SOURCE ${united} DIRECTORY ${folder} APPEND PROPERTY OBJECT_DEPENDS ${includes})
      list(APPEND all ${united})
    endforeach()
    set_property(TARGET ${target} PROPERTY SOURCES ${all})
    # GCC takes the members for headers, and warns of types in their anonymous namespaces.
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-subobject-linkage>)
  endforeach()
endfunction()

# smpi_precompile(TARGETS... [WITH HEADER... | FROM TARGET]): their files come with the headers of cmake/precompiled.h and with
# these: <name> of another library, or the path of one of ours that most of the files include anyway. FROM takes what another
# target, with the same options, has precompiled.
function(smpi_precompile)
  if(NOT SMPI_PRECOMPILE)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 0 it "" "FROM" "WITH")
  set(headers ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
  foreach(header ${it_WITH})
    if(header MATCHES "^<")
      string(REPLACE ">" "$<ANGLE-R>" header ${header})
    else()
      string(PREPEND header ${PROJECT_SOURCE_DIR}/)
    endif()
    list(APPEND headers ${header})
  endforeach()
  list(TRANSFORM headers REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:\\1>")
  foreach(target ${it_UNPARSED_ARGUMENTS})
    if(it_FROM)
      target_precompile_headers(${target} REUSE_FROM ${it_FROM})
    else()
      target_precompile_headers(${target} PRIVATE ${headers})
    endif()
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
      # The first is for ccache. From a precompiled header GCC also warns of code of the standard library.
      target_compile_options(${target} PRIVATE
        "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess;-Wno-stringop-overread;-Wno-stringop-overflow;-Wno-array-bounds>")
    endif()
  endforeach()
endfunction()

# smpi_train(SOURCES...): files of the hot path that are compiled with counts of training runs.
function(smpi_train)
  # Of the collectives' hundred algorithms training would see a few.
  set(profiled ${ARGN})
  list(FILTER profiled EXCLUDE REGEX "/libsmpi/mpi/(attributes|coll|rma)/")
  if(SMPI_PROFILE_OPTIONS)
    set_property(SOURCE ${profiled} APPEND PROPERTY COMPILE_OPTIONS ${SMPI_PROFILE_OPTIONS})
  endif()
endfunction()

# smpi_hot_path(SOURCES...): files of this folder's archive that a message passes through. The archive is linked by others,
# too: these objects have plain code besides what the library needs. The library's own are smpi_hot (libsmpi/CMakeLists.txt).
function(smpi_hot_path)
  foreach(source ${ARGN})  # set_property says nothing about a file that does not exist
    get_filename_component(path ${source} ABSOLUTE)
    if(NOT EXISTS ${path})
      message(FATAL_ERROR "smpi_hot_path: there is no file ${path}")
    endif()
  endforeach()
  if(SMPI_LINK_TIME_OPTIONS)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS ${SMPI_HOT_OPTIONS} -ffat-lto-objects)
    smpi_train(${ARGN})
    # A precompiled header brings the option of its own target about frame pointers along.
    set_property(SOURCE ${ARGN} PROPERTY SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()
