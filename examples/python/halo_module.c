// SPDX-License-Identifier: BSD-3-Clause
//
// A small binding of MPI for Python, so that the test of the loader needs no other one: the sum of
// arrays over all ranks, and an exchange with neighbours. Arrays are contiguous buffers of doubles.
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <mpi.h>

static PyObject* rank(PyObject* self, PyObject* args) {
  (void)self;
  (void)args;
  int value = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &value);
  return PyLong_FromLong(value);
}

static PyObject* size(PyObject* self, PyObject* args) {
  (void)self;
  (void)args;
  int value = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &value);
  return PyLong_FromLong(value);
}

static PyObject* allreduce(PyObject* self, PyObject* args) {
  (void)self;
  Py_buffer array;
  if (!PyArg_ParseTuple(args, "w*", &array)) return NULL;
  MPI_Allreduce(MPI_IN_PLACE, array.buf, (int)(array.len / (Py_ssize_t)sizeof(double)), MPI_DOUBLE,
                MPI_SUM, MPI_COMM_WORLD);
  PyBuffer_Release(&array);
  Py_RETURN_NONE;
}

// exchange(send, to, receive, from)
static PyObject* exchange(PyObject* self, PyObject* args) {
  (void)self;
  Py_buffer send;
  Py_buffer receive;
  int to = 0;
  int from = 0;
  if (!PyArg_ParseTuple(args, "y*iw*i", &send, &to, &receive, &from)) return NULL;
  MPI_Sendrecv(send.buf, (int)send.len, MPI_BYTE, to, 0, receive.buf, (int)receive.len, MPI_BYTE,
               from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  PyBuffer_Release(&send);
  PyBuffer_Release(&receive);
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {{"rank", rank, METH_NOARGS, NULL},
                                  {"size", size, METH_NOARGS, NULL},
                                  {"allreduce", allreduce, METH_VARARGS, NULL},
                                  {"exchange", exchange, METH_VARARGS, NULL},
                                  {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "halo", NULL, -1, functions, NULL, NULL, NULL, NULL};

static void finish(void) {
  MPI_Finalize();
}

PyMODINIT_FUNC PyInit_halo(void) {
  MPI_Init(NULL, NULL);
  Py_AtExit(finish);
  return PyModule_Create(&module);
}
