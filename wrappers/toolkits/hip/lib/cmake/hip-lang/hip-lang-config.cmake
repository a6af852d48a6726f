# SPDX-License-Identifier: BSD-3-Clause
#
# CMake's enable_language(HIP) reads this file for the libraries that each program with kernels
# needs. The wrapper smpihip adds them itself.
set(hip-lang_FOUND TRUE)
