// SPDX-License-Identifier: BSD-3-Clause
//
// The host's part of the factorization of a panel. In a file of its own, so that an overlay can
// say what these functions cost (lu_overlay.toml) and nothing that the compiler saw in them stays.
#pragma once

extern "C" {

// Where in column[first .. first + count - 1] the entry of largest absolute value stands, from 0.
int find_pivot(const double* column, int first, int count);

// Divides `rows` entries of a column by the pivot, and subtracts from the `columns` entries behind
// each of them its multiple of the pivot's row. `pivot_row` begins with the pivot.
void eliminate(double* panel, long stride, int rows, int columns, const double* pivot_row);

// Copies a row of a matrix that is stored by columns into `row`, and back.
void get_row(const double* first, long stride, int columns, double* row);
void put_row(double* first, long stride, int columns, const double* row);
}
