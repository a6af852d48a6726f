// SPDX-License-Identifier: BSD-3-Clause
//
// The functions of SimGrid's SMPI that Fortran programs call (include/smpi/injection.h), by
// reference and with one or two underscores; mpif.h declares them.
#include "include/smpi/injection.h"
#include "libsmpi/doors/fortran/names.h"

#define SMPI_SECOND_UNDERSCORE(name) SMPI_FORTRAN_ALIAS(name##__, name##_)

extern "C" {

void smpi_execute_(const double* seconds) {
  smpi_execute(*seconds);
}
SMPI_SECOND_UNDERSCORE(smpi_execute)

void smpi_execute_benched_(const double* seconds) {
  smpi_execute_benched(*seconds);
}
SMPI_SECOND_UNDERSCORE(smpi_execute_benched)

void smpi_execute_flops_(const double* flops) {
  smpi_execute_flops(*flops);
}
SMPI_SECOND_UNDERSCORE(smpi_execute_flops)

void smpi_execute_flops_benched_(const double* flops) {
  smpi_execute_flops_benched(*flops);
}
SMPI_SECOND_UNDERSCORE(smpi_execute_flops_benched)

int smpi_get_host_nb_pstates_(void) {
  return smpi_get_host_nb_pstates();
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_nb_pstates)

int smpi_get_host_pstate_(void) {
  return smpi_get_host_pstate();
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_pstate)

void smpi_set_host_pstate_(const int* pstate_index) {
  smpi_set_host_pstate(*pstate_index);
}
SMPI_SECOND_UNDERSCORE(smpi_set_host_pstate)

double smpi_get_host_power_peak_at_(const int* pstate_index) {
  return smpi_get_host_power_peak_at(*pstate_index);
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_power_peak_at)

double smpi_get_host_current_power_peak_(void) {
  return smpi_get_host_current_power_peak();
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_current_power_peak)

double smpi_get_host_consumed_energy_(void) {
  return smpi_get_host_consumed_energy();
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_consumed_energy)

double smpi_get_host_current_consumption_(void) {
  return smpi_get_host_current_consumption();
}
SMPI_SECOND_UNDERSCORE(smpi_get_host_current_consumption)

void smpi_trace_set_call_location_(const char* file, const int* line) {
  smpi_trace_set_call_location(file, *line);
}
SMPI_SECOND_UNDERSCORE(smpi_trace_set_call_location)

}  // extern "C"
