# SPDX-License-Identifier: BSD-3-Clause
#
# find_package(hipblas): its calls are modelled by the same library as those of HIP.
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${CMAKE_CURRENT_LIST_DIR}/../hip" NO_DEFAULT_PATH)
if(NOT TARGET roc::hipblas)
  add_library(roc::hipblas INTERFACE IMPORTED)
  set_target_properties(roc::hipblas PROPERTIES INTERFACE_LINK_LIBRARIES hip::host)
endif()
