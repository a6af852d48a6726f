# `cmake --install`: everything finds its neighbours by relative paths, so the tree can be moved. Components are the packages
# of cmake/package.cmake: runtime (the default), dev (what compiles programs), python, doc.
include(CMakePackageConfigHelpers)

# Where libraries are found anyway a path of our own would only hide others.
option(SMPI_RELOCATABLE "Installed commands look for libraries beside them" ON)
if(SMPI_RELOCATABLE)
  set_target_properties(smpirun PROPERTIES INSTALL_RPATH "$ORIGIN/../${SMPI_LIBRARY_DIRECTORY}")
endif()
install(TARGETS smpi LIBRARY DESTINATION ${SMPI_LIBRARY_DIRECTORY})
install(TARGETS smpirun RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(TARGETS smpicc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)
if(TARGET smpi_otf2_writer)
  install(TARGETS smpi_otf2_writer smpi_otf2_reader LIBRARY DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi)
endif()
if(TARGET smpi_python)
  install(TARGETS smpi_python RUNTIME DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi COMPONENT python)
endif()
foreach(name smpicxx smpihip smpihipcc smpinvcc smpif77 smpif90 smpifort)
  install(FILES ${PROJECT_BINARY_DIR}/bin/${name} DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT dev)
endforeach()
install(TARGETS smpi_fortran ARCHIVE DESTINATION ${SMPI_LIBRARY_DIRECTORY} COMPONENT dev)
install(DIRECTORY ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/fortran
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi COMPONENT dev)
install(FILES
  ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi.so
  ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libmpi_abi.so.0
  DESTINATION ${SMPI_LIBRARY_DIRECTORY})
install(FILES ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/interpreter.o
    ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/no_device_code
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi COMPONENT dev)
install(DIRECTORY ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/hip
    ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/cuda
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi USE_SOURCE_PERMISSIONS COMPONENT dev)
set(runtime_manuals smpirun smpi-acquire smpi-calibrate smpi-packets smpi-study smpi-trace)
set(dev_manuals smpicc smpicxx smpif77 smpif90 smpifort)
set(openmpi_manuals)
if(TARGET smpi-packets-mpi)
  set(openmpi_manuals smpi-packets-mpi)
endif()
find_program(SMPI_GZIP gzip REQUIRED)
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/package)
foreach(component runtime dev openmpi)
  foreach(name ${${component}_manuals})
    set(manual ${PROJECT_BINARY_DIR}/package/${name}.1.gz)
    execute_process(COMMAND ${SMPI_GZIP} -9nc ${PROJECT_SOURCE_DIR}/docs/man/${name}.1 OUTPUT_FILE ${manual}
      COMMAND_ERROR_IS_FATAL ANY)
    install(FILES ${manual} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
  endforeach()
endforeach()
install(FILES include/mpi.h DESTINATION ${SMPI_INCLUDE_DIRECTORY} COMPONENT dev)
install(DIRECTORY include/smpi include/simgrid include/accelerator DESTINATION ${SMPI_INCLUDE_DIRECTORY} COMPONENT dev
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")

configure_package_config_file(cmake/libsmpiConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfig.cmake
  INSTALL_DESTINATION ${SMPI_LIBRARY_DIRECTORY}/cmake/libsmpi
  PATH_VARS CMAKE_INSTALL_BINDIR SMPI_LIBRARY_DIRECTORY SMPI_INCLUDE_DIRECTORY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/libsmpiConfigVersion.cmake
  COMPATIBILITY SameMajorVersion)
configure_file(cmake/libsmpi.pc.in ${PROJECT_BINARY_DIR}/cmake/libsmpi.pc @ONLY)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfigVersion.cmake
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/cmake/libsmpi COMPONENT dev)
install(FILES ${PROJECT_BINARY_DIR}/cmake/libsmpi.pc
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/pkgconfig COMPONENT dev)
