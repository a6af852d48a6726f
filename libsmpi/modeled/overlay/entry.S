# SPDX-License-Identifier: BSD-3-Clause
#
# Where calls of replaced functions arrive, from the small stub of each function (stubs.cpp):
#
#   on entry     (%rsp) number of the function   8(%rsp) return address   16(%rsp) stack arguments
#
# Makes a CallFrame (signature.h) of the registers, calls smpi_overlay_call(frame, number, stack,
# return address), and restores all of them: a compiler that saw the original function may have
# kept values in those that it did not change. The result is what the callee left in the frame.
        .text
        .globl  smpi_overlay_entry
        .hidden smpi_overlay_entry
        .type   smpi_overlay_entry, @function
smpi_overlay_entry:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        pushq   %rbp
        .cfi_def_cfa_offset 24
        .cfi_offset rbp, -24
        movq    %rsp, %rbp
        .cfi_def_cfa_register rbp
        subq    $336, %rsp
        andq    $-16, %rsp
        movq    %rdi, 0(%rsp)
        movq    %rsi, 8(%rsp)
        movq    %rdx, 16(%rsp)
        movq    %rcx, 24(%rsp)
        movq    %r8, 32(%rsp)
        movq    %r9, 40(%rsp)
        movq    %rax, 48(%rsp)
        movq    %r10, 56(%rsp)
        movq    %r11, 64(%rsp)
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  %xmm\number, (80 + 16 * \number)(%rsp)
        .endr
        movq    %rsp, %rdi
        movq    8(%rbp), %rsi
        leaq    24(%rbp), %rdx
        movq    16(%rbp), %rcx
        call    smpi_overlay_call
        .irp    number, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15
        movaps  (80 + 16 * \number)(%rsp), %xmm\number
        .endr
        movq    0(%rsp), %rdi
        movq    8(%rsp), %rsi
        movq    16(%rsp), %rdx
        movq    24(%rsp), %rcx
        movq    32(%rsp), %r8
        movq    40(%rsp), %r9
        movq    48(%rsp), %rax
        movq    56(%rsp), %r10
        movq    64(%rsp), %r11
        movq    %rbp, %rsp
        popq    %rbp
        .cfi_def_cfa rsp, 16
        addq    $8, %rsp
        .cfi_def_cfa_offset 8
        ret
        .cfi_endproc
        .size   smpi_overlay_entry, . - smpi_overlay_entry
        .section .note.GNU-stack, "", @progbits
