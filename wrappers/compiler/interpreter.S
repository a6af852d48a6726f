/* SPDX-License-Identifier: BSD-3-Clause */
/* The section that lets the kernel start a shared object as a program: linkers only write it
   themselves into what they call an executable. */
        .section .interp, "a", @progbits
        .string "/lib64/ld-linux-x86-64.so.2"
        .section .note.GNU-stack, "", @progbits
