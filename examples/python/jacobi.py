#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Jacobi's iteration for u'' = 0 between 0 and 1, in slices: halos go to the neighbours, and the
residual is summed over all ranks. Prints the largest error against the line that solves it."""
import threading

import numpy as np

import halo

POINTS_PER_RANK = 6
rank, size = halo.rank(), halo.size()
halo.own = rank  # an attribute of this rank's module
points = POINTS_PER_RANK * size
left, right = (rank - 1) % size, (rank + 1) % size

u = np.zeros(POINTS_PER_RANK + 2)
while True:
    halo.exchange(u[-2:-1].copy(), right, u[0:1], left)
    halo.exchange(u[1:2].copy(), left, u[-1:], right)
    if rank == 0:
        u[0] = 0.0
    if rank == size - 1:
        u[-1] = 1.0
    new = 0.5 * (u[:-2] + u[2:])
    residual = np.array([np.square(new - u[1:-1]).sum()])
    u[1:-1] = new
    halo.allreduce(residual)
    if residual[0] < 1e-24:
        break

first = rank * POINTS_PER_RANK + 1
exact = np.arange(first, first + POINTS_PER_RANK) / (points + 1)
errors = np.zeros(size)
errors[rank] = np.abs(u[1:-1] - exact).max()
halo.allreduce(errors)
assert halo.own == rank, "ranks share a module"

answer = []
worker = threading.Thread(target=lambda: answer.append(np.ones((8, 8)) @ np.ones((8, 8))))
worker.start()
worker.join()
assert answer[0].sum() == 512

if rank == 0:
    print(f"jacobi: {size} ranks, {points} points, error below 1e-8: {errors.max() < 1e-8}")
