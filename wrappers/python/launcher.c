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

// An error that ends the script because there is no mpi4py tells how to get one. Scripts that look
// for it, and go on without it, see nothing of this.
static const char hints[] =
    "import sys\n"
    "def _hint(kind, error, trace, sys=sys, show=sys.excepthook):\n"
    "    show(kind, error, trace)\n"
    "    if isinstance(error, ModuleNotFoundError) and error.name == 'mpi4py':\n"
    "        print('  hint: compile mpi4py with smpicc (MPICC=smpicc), as docs/python.md of '\n"
    "              'libsmpi tells', file=sys.stderr)\n"
    "sys.excepthook = _hint\n"
    "del sys, _hint\n";

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
  if (PyRun_SimpleString(hints) != 0) return 1;
  return Py_RunMain();
}
