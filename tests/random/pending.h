/* SPDX-License-Identifier: BSD-3-Clause
 * Operations under way: started in one step, completed in the same or in a later one, each time by
 * another function of MPI (MPI 3.7.5). Their buffers are checked then. */
#pragma once

#include "buffer.h"

typedef enum { BLOCKING, NONBLOCKING, PERSISTENT, FORMS } Form;

enum { MOST_BUFFERS = 3 };

typedef struct {
  MPI_Request request;
  Form form;
  int last_step; /* the step that completes it */
  int step;      /* that began it */
  const char* what;
  Buffer* buffers[MOST_BUFFERS]; /* owned; unused ones NULL */
  void* arrays;                  /* freed with them */
  bool repeat;                   /* a persistent one, started and checked twice by all ranks */
} Pending;

/* Takes the operation over; a blocking one is checked at once. The stream is the common one: all
 * ranks must complete in the same step. */
void begin(Stream* stream, Pending operation);
/* Completes what is due. */
void complete_due(void);
void complete_all(void);

/* Waits for all requests in a random way; the statuses are those of the requests. */
void complete_requests(Stream* own, int count, MPI_Request* requests, MPI_Status* statuses);
