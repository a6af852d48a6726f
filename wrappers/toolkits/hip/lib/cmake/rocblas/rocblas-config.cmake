# SPDX-License-Identifier: BSD-3-Clause
#
# find_package(rocblas): its calls are modelled by the same library as those of HIP.
include(CMakeFindDependencyMacro)
find_dependency(hip PATHS "${CMAKE_CURRENT_LIST_DIR}/../hip" NO_DEFAULT_PATH)
if(NOT TARGET roc::rocblas)
  add_library(roc::rocblas INTERFACE IMPORTED)
  set_target_properties(roc::rocblas PROPERTIES INTERFACE_LINK_LIBRARIES hip::host)
endif()
