# SPDX-License-Identifier: BSD-3-Clause
#
# find_package(hip) for programs that run on simulated devices. hip::host has the headers and the
# library, hip::device also says that sources have kernels; both need smpicxx, smpihipcc or smpihip
# as compiler of the sources.
get_filename_component(HIP_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(HIP_FOUND TRUE)
set(hip_VERSION 6.0.0)
set(HIP_VERSION 6.0.0)
set(HIP_PLATFORM amd)
set(HIP_COMPILER clang)
set(HIP_RUNTIME rocclr)
set(hip_INCLUDE_DIR "${HIP_PATH}/include")
set(hip_INCLUDE_DIRS "${HIP_PATH}/include")
set(HIP_INCLUDE_DIRS "${HIP_PATH}/include")
if(NOT TARGET hip::host)
  add_library(hip::amdhip64 SHARED IMPORTED)
  set_target_properties(hip::amdhip64 PROPERTIES IMPORTED_LOCATION "${HIP_PATH}/lib/libamdhip64.so"
    INTERFACE_INCLUDE_DIRECTORIES "${HIP_PATH}/include" INTERFACE_COMPILE_DEFINITIONS __HIP_PLATFORM_AMD__=1)
  add_library(hip::host INTERFACE IMPORTED)
  set_target_properties(hip::host PROPERTIES INTERFACE_LINK_LIBRARIES hip::amdhip64)
  add_library(hip::device INTERFACE IMPORTED)
  set_target_properties(hip::device PROPERTIES INTERFACE_LINK_LIBRARIES hip::host
    INTERFACE_COMPILE_OPTIONS "$<$<COMPILE_LANGUAGE:CXX>:--hip>")
endif()
