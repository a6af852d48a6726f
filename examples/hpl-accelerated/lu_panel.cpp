// SPDX-License-Identifier: BSD-3-Clause
//
// What the host does with a panel, where no overlay takes its place.
#include "lu_panel.h"

#include <cmath>

int find_pivot(const double* column, int first, int count) {
  int best = 0;
  for (int i = 1; i < count; i++) {
    if (std::fabs(column[first + i]) > std::fabs(column[first + best])) best = i;
  }
  return best;
}

void eliminate(double* panel, long stride, int rows, int columns, const double* pivot_row) {
  for (int i = 0; i < rows; i++) panel[i] /= pivot_row[0];
  for (int j = 1; j <= columns; j++) {
    for (int i = 0; i < rows; i++) panel[i + j * stride] -= panel[i] * pivot_row[j];
  }
}

void get_row(const double* first, long stride, int columns, double* row) {
  for (int j = 0; j < columns; j++) row[j] = first[j * stride];
}

void put_row(double* first, long stride, int columns, const double* row) {
  for (int j = 0; j < columns; j++) first[j * stride] = row[j];
}
