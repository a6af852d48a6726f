# What `cpack -G DEB` makes: five packages for Debian 12. scripts/make-packages configures for them, and makes the tarball.
set(CPACK_PACKAGE_NAME libsmpi)
set(CPACK_PACKAGE_VENDOR "The libsmpi project")
set(CPACK_PACKAGE_CONTACT "The libsmpi project <maintainers@libsmpi.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "MPI programs on a simulated cluster")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev python openmpi doc)
if(NOT TARGET smpi_python)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL python)
endif()
if(NOT TARGET smpi-packets-mpi)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL openmpi)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)

set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libsmpi)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "python3")  # smpi-acquire
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "libsmpi-dev, libsmpi-doc, libsmpi-python, libsmpi-openmpi")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONFLICTS "libsimgrid-dev")  # /usr/bin/smpirun
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION
  "runs MPI programs on simulated machines
libsmpi runs an unmodified MPI program on a machine that you do not have. All
ranks live in one process; each MPI call becomes messages and computations on a
simulated platform, and heavy kernels are modelled instead of run.

This package has smpirun, smpi-study, smpi-trace, smpi-packets, smpi-acquire
and smpi-calibrate.")

set(CPACK_DEBIAN_DEV_PACKAGE_NAME libsmpi-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS "libsmpi (= ${PROJECT_VERSION}-1), g++, libc6-dev")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS "gfortran, pkg-config, cmake")
set(CPACK_DEBIAN_DEV_PACKAGE_CONFLICTS "libsimgrid-dev")  # /usr/bin/smpicc
set(CPACK_COMPONENT_DEV_DESCRIPTION
  "compiles MPI programs for simulated machines
libsmpi runs an unmodified MPI program on a machine that you do not have.

This package has the wrappers of the compilers (smpicc, smpicxx, smpifort),
the header of the MPI standard's ABI, and files for CMake and pkg-config.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME libsmpi-python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "libsmpi (= ${PROJECT_VERSION}-1)")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION
  "runs Python programs on simulated machines
libsmpi runs an unmodified MPI program on a machine that you do not have.

This package has the launcher with which each simulated rank is a Python
interpreter of its own: smpirun -np 4 python3 script.py.")

set(CPACK_DEBIAN_OPENMPI_PACKAGE_NAME libsmpi-openmpi)
set(CPACK_DEBIAN_OPENMPI_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_OPENMPI_PACKAGE_DEPENDS "libsmpi (= ${PROJECT_VERSION}-1), openmpi-bin")
set(CPACK_COMPONENT_OPENMPI_DESCRIPTION
  "replays on networks of packets with several machines
libsmpi runs an unmodified MPI program on a machine that you do not have.

This package has smpi-packets-mpi, with which a replay on a network of packets
takes several processes or machines, over Open MPI: smpi-packets --processes 4.")

set(CPACK_DEBIAN_DOC_PACKAGE_NAME libsmpi-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_DOC_DESCRIPTION
  "documents of libsmpi
libsmpi runs an unmodified MPI program on a machine that you do not have.

This package has its documents: first steps, models, validity, file formats.")

# Debian wants a licence and lists of changes in each package, and manual pages compressed. -n: the same bytes each time.
find_program(SMPI_GZIP gzip REQUIRED)
set(package_folder ${PROJECT_BINARY_DIR}/package)
file(READ LICENSE licence)
string(REGEX REPLACE "^[^\n]*\n\nCopyright[^\n]*\n\n" "" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(STRIP "${licence}" licence)
string(REPLACE "\n" "\n " licence " ${licence}")
configure_file(packaging/copyright.in ${package_folder}/copyright @ONLY)
configure_file(packaging/changelog.in ${package_folder}/changelog @ONLY)

function(smpi_compress file output)
  execute_process(COMMAND ${SMPI_GZIP} -9nc ${file} OUTPUT_FILE ${output} COMMAND_ERROR_IS_FATAL ANY)
endfunction()
smpi_compress(${PROJECT_SOURCE_DIR}/CHANGELOG.md ${package_folder}/changelog.gz)
smpi_compress(${package_folder}/changelog ${package_folder}/changelog.Debian.gz)

foreach(component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})
  install(FILES ${package_folder}/copyright ${package_folder}/changelog.gz ${package_folder}/changelog.Debian.gz
    DESTINATION share/doc/${package} COMPONENT ${component})
  if(EXISTS ${PROJECT_SOURCE_DIR}/packaging/${package}.overrides)
    install(FILES packaging/${package}.overrides DESTINATION share/lintian/overrides RENAME ${package}
      COMPONENT ${component})
  endif()
endforeach()
install(FILES README.md ARCHITECTURE.md CONTRIBUTING.md DESTINATION share/doc/libsmpi-doc COMPONENT doc)
install(DIRECTORY docs/ DESTINATION share/doc/libsmpi-doc/docs COMPONENT doc
  FILES_MATCHING PATTERN "*.md" PATTERN "*.png" PATTERN man EXCLUDE)
include(CPack)
