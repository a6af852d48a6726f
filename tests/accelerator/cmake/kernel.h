// SPDX-License-Identifier: BSD-3-Clause
//
// What the projects share: a library with a kernel, and the program that calls it.
#pragma once

#include <cstddef>

// Adds 1 to each element, on the device; returns the error code of the API.
int add_one(double* elements, int count);
