// SPDX-License-Identifier: BSD-3-Clause
//
// Python as a position-independent program: what smpirun loads for "python3".
//
// The interpreter is in libpython, of which each rank gets a copy, so ranks have modules, variables
// and locks of their own. Python finds its standard library by the name of the program, which must
// be that of the system's interpreter, or of a virtual environment made from it.
#include <Python.h>
#include <stdio.h>
#include <string.h>

static const char system_python[] = "/usr/bin/python3";

int main(int argc, char** argv) {
  PyConfig config;
  PyConfig_InitPythonConfig(&config);
  const int is_path = argc > 0 && strchr(argv[0], '/') != NULL;
  PyStatus status =
      PyConfig_SetBytesString(&config, &config.program_name, is_path ? argv[0] : system_python);
  if (!PyStatus_Exception(status)) status = PyConfig_SetBytesArgv(&config, argc, argv);
  if (!PyStatus_Exception(status)) status = Py_InitializeFromConfig(&config);
  PyConfig_Clear(&config);
  if (PyStatus_Exception(status)) Py_ExitStatusException(status);
  return Py_RunMain();
}
