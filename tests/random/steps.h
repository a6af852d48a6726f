/* SPDX-License-Identifier: BSD-3-Clause
 * The kinds of steps beside collectives: each takes part in it, or leaves it to the members. */
#pragma once

#include "script.h"

void start_messages(void); /* gives MPI a buffer for buffered sends */
void end_messages(void);
void step_messages(Stream* stream);
void step_shift(Stream* stream);
void step_partitioned(Stream* stream);
void step_packing(Stream* stream);
void step_window(Stream* stream);
void step_file(Stream* stream);
