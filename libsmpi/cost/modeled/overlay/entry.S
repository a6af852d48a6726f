# SPDX-License-Identifier: BSD-3-Clause
#
# Where calls arrive from the small stubs of replaced and observed functions (stubs.cpp):
#
#   on entry     (%rsp) number of the function   8(%rsp) return address   16(%rsp) stack arguments
#
# Both make a CallFrame (signature.h) of the registers and call, with (frame, number, stack, return
# address), a function in C++. Then all registers are restored: a compiler that saw the original
# function may have kept values in those that it did not change.
        .text

        .macro  save_frame
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
        .endm

        .macro  restore_frame
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
        .endm

# Replaced: smpi_overlay_call leaves the result in the frame, and the caller goes on with it.
        .globl  smpi_overlay_entry
        .hidden smpi_overlay_entry
        .type   smpi_overlay_entry, @function
smpi_overlay_entry:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        save_frame
        call    smpi_overlay_call
        restore_frame
        ret
        .cfi_endproc
        .size   smpi_overlay_entry, . - smpi_overlay_entry

# Observed: smpi_observe_call returns the function itself, which is jumped to. It is one of a shared
# library, whose callers expect nothing of r11.
        .globl  smpi_observe_entry
        .hidden smpi_observe_entry
        .type   smpi_observe_entry, @function
smpi_observe_entry:
        .cfi_startproc
        .cfi_def_cfa_offset 16
        save_frame
        call    smpi_observe_call
        movq    %rax, 64(%rsp)
        restore_frame
        jmp     *%r11
        .cfi_endproc
        .size   smpi_observe_entry, . - smpi_observe_entry
        .section .note.GNU-stack, "", @progbits
