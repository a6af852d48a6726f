# `cmake --install`: everything finds its neighbours by relative paths, so the tree can be moved.
include(CMakePackageConfigHelpers)

set_target_properties(smpirun PROPERTIES INSTALL_RPATH "$ORIGIN/../${SMPI_LIBRARY_DIRECTORY}")
install(TARGETS smpi LIBRARY DESTINATION ${SMPI_LIBRARY_DIRECTORY})
install(TARGETS smpirun smpicc RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(TARGET smpi_otf2_writer)
  install(TARGETS smpi_otf2_writer LIBRARY DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi)
endif()
if(TARGET smpi_python)
  install(TARGETS smpi_python RUNTIME DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi)
endif()
foreach(name smpicxx smpif77 smpif90 smpifort)
  install(FILES ${PROJECT_BINARY_DIR}/bin/${name} DESTINATION ${CMAKE_INSTALL_BINDIR})
endforeach()
install(TARGETS smpi_fortran ARCHIVE DESTINATION ${SMPI_LIBRARY_DIRECTORY})
install(DIRECTORY ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/fortran
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi)
install(FILES
  ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi.so
  ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libmpi_abi.so.0
  DESTINATION ${SMPI_LIBRARY_DIRECTORY})
install(FILES ${PROJECT_BINARY_DIR}/${SMPI_LIBRARY_DIRECTORY}/libsmpi/interpreter.o
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/libsmpi)
install(FILES docs/man/smpi-acquire.1 docs/man/smpi-calibrate.1 docs/man/smpi-packets.1 docs/man/smpi-study.1 docs/man/smpi-trace.1
    docs/man/smpirun.1 docs/man/smpicc.1 docs/man/smpicxx.1
  docs/man/smpif77.1 docs/man/smpif90.1 docs/man/smpifort.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES include/mpi.h DESTINATION ${SMPI_INCLUDE_DIRECTORY})
install(DIRECTORY include/smpi DESTINATION ${SMPI_INCLUDE_DIRECTORY} FILES_MATCHING PATTERN "*.h")

configure_package_config_file(cmake/libsmpiConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfig.cmake
  INSTALL_DESTINATION ${SMPI_LIBRARY_DIRECTORY}/cmake/libsmpi
  PATH_VARS CMAKE_INSTALL_BINDIR SMPI_LIBRARY_DIRECTORY SMPI_INCLUDE_DIRECTORY)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/libsmpiConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(cmake/libsmpi.pc.in ${PROJECT_BINARY_DIR}/cmake/libsmpi.pc @ONLY)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/libsmpiConfigVersion.cmake
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/cmake/libsmpi)
install(FILES ${PROJECT_BINARY_DIR}/cmake/libsmpi.pc
  DESTINATION ${SMPI_LIBRARY_DIRECTORY}/pkgconfig)
