# SPDX-License-Identifier: BSD-3-Clause
"""What `run` builds and runs: one row a case.

In commands {cc} and {cxx} are our wrappers, {src} the folder of programs, {lib} and {include} ours,
{run} is smpirun. A program that checks itself prints "checks ok" from rank 0.
"""
from typing import NamedTuple

# smpi/privatization, and smpi/clone-mappings where "single" stands for clones in one mapping.
ALL = ("clone", "single", "dlopen")


class Case(NamedTuple):
    name: str
    build: tuple[str, ...]
    command: str = "./program"
    ranks: int = 5
    options: str = ""
    environment: str = ""  # assignments before smpirun
    status: int = 0
    says: tuple[str, ...] = (r"^checks ok$",)
    says_with: dict[str, tuple[str, ...]] = {}  # by loader
    not_says: tuple[str, ...] = ()
    loaders: tuple[str, ...] = ALL
    alone: bool = True         # also as a process of its own
    same_output: bool = False  # the loaders print the same lines


def ending(how: str, status: int, trail: str, others: str = "c21d") -> Case:
    """Rank 1 ends as `how` says; the trails of constructors, handlers and destructors."""
    says = (rf"^rank 0: {others}$",) + ((rf"^rank 1: {trail}$",) if trail else ())
    longer = rf"^rank 1: {trail}." if trail else r"^rank 1"
    return Case(f"ending-{how}", ("{cc} {src}/endings.c -o program",), f"./program {how}", 3, status=status,
                says=says, not_says=(longer,), alone=False, same_output=True)


def crash(how: str, status: int, *says: str) -> Case:
    return Case(f"crash-{how}", ("{cxx} -O0 -fno-sanitize=all {src}/crash.cpp -o program",), f"./program {how}", 3, status=status,
                says=says, alone=False)


LIBRARIES = (
    "gcc -g -fPIC -c {src}/counter.c && ar rcs libcounter.a counter.o",
    "gcc -g -shared -fPIC -DNAME=use_a {src}/library.c -o liba.so -Wl,-soname,liba.so.1 -L. -lcounter"
    " && ln -s liba.so liba.so.1",
    "gcc -g -shared -fPIC -DNAME=use_b {src}/library.c -o libb.so -L. -lcounter",
)
PLAIN = "-I{include} -L{lib} -Wl,-rpath,{lib}"

CASES = (
    Case("state", ("{cc} {src}/state.c -o program",)),
    Case("state-unoptimised", ("{cc} -O0 {src}/state.c -o program",)),
    Case("state-link-time-optimised", ("{cc} -O2 -flto=auto {src}/state.c -o program",)),
    Case("state-stripped", ("{cc} {src}/state.c -o program", "strip program"),),
    Case("state-without-sections", ("{cc} {src}/state.c -o program", "strip --strip-section-headers program "
                                    "2>/dev/null || objcopy --strip-all program")),
    Case("state-clang", ("command -v clang || cp /bin/true skipped",
                         "test -e skipped && {cc} {src}/state.c -o program || SMPI_CC=clang {cc} {src}/state.c -o program")),
    Case("state-large-pages", ("{cc} -Wl,-z,max-page-size=0x200000 {src}/state.c -o program",)),
    Case("state-packed-relocations", ("{cc} -Wl,-z,pack-relative-relocs {src}/state.c -o program",)),
    Case("state-lazy-binding", ("{cc} -Wl,-z,lazy,-z,norelro {src}/state.c -o program",)),
    Case("state-plain-executable", ("gcc -w -O1 -fPIE -pie {src}/state.c -o program " + PLAIN + " -lmpi_abi",)),
    Case("state-one-copy", ("{cc} {src}/state.c -o program",), ranks=1, loaders=("no",)),
    Case("libc-state", ("{cc} {src}/libc_state.c -o program",), "./program -a rest -b value -ca",
         says=(r"^checks ok$",), alone=False),
    Case("endings-default", ("{cc} {src}/endings.c -o program",), "./program return", 3, status=6,
         says=(r"^rank 1: c21d$",), alone=False),
    ending("exit", 3, "c21d"),
    ending("256", 0, "c21d"),
    ending("_exit", 4, ""),
    ending("quick_exit", 5, "cq"),
    ending("nested", 0, "cn121d", others="cn121d"),
    ending("exit-again", 9, "ce21d", others="ce21d"),
    Case("objects", ("{cxx} {src}/objects.cpp -o program",), ranks=3,
         says=(r"^checks ok$", r"^rank 0: \+first\+second\+thread-thread-second-first$",
               r"^rank 1: \+first\+second\+local\+thread-thread-local-second-first$"), alone=False, same_output=True),
    Case("plain-cxx", ("g++ -w -O1 -fPIE -pie {src}/plain.cpp -o program " + PLAIN + " -lmpi_abi",),
         "./program -xy rest", alone=False),
    Case("plain-cxx-stripped", ("g++ -w -O1 -fPIE -pie -s {src}/plain.cpp -o program " + PLAIN + " -lmpi_abi",),
         "./program -xy rest", alone=False),
    Case("static-libgcc", ("{cxx} -static-libgcc {src}/plain.cpp -o program",), "./program -xy rest", alone=False),
    Case("static-libstdcxx", ("{cxx} -static-libgcc -static-libstdc++ {src}/plain.cpp -o program",),
         "./program -xy rest", alone=False),
    Case("elf-features", ("{cc} {src}/elf_features.c -o program",), "./program argument"),
    Case("nested-functions", ("{cc} -DNESTED {src}/elf_features.c -o program",), "./program argument"),
    Case("archived-main", ("{cc} -c {src}/archived_main.c && ar rcs libmain.a archived_main.o",
                           "{cc} -o program -L. -Wl,-u,main -lmain")),
    # Once with the variables in the program, once with pointers to them.
    Case("program-name", ("mkdir folder && {cc} {src}/program_name.c -o folder/program",), "folder/program",
         says=(r"^checks ok$", r"^program: a warning$")),
    Case("program-name-by-pointer", ("mkdir folder && {cc} -fPIC {src}/program_name.c -o folder/program",),
         "folder/program", says=(r"^checks ok$", r"^program: a warning$"), loaders=("clone",)),
    Case("process-numbers", ("{cc} {src}/process_numbers.c -o program",), ranks=3,
         says=(r"^checks ok$", *(rf"^rank {i} is process 500000{i}$" for i in range(3))), alone=False, same_output=True),
    # A rank without standard output cannot say what failed; the status tells.
    Case("streams", ("{cc} {src}/streams.c -o program",), alone=False,
         says=(r"^checks ok$", r"^rank 0 goes on$", r"^back on standard error$"), not_says=(r"lost|child|direct",)),
    Case("streams-cxx", ("{cxx} {src}/streams.cpp -o program",), ranks=3, alone=False),
    Case("streams-fortran", ("{bin}/smpifort {src}/streams.f90 -o program",), ranks=3, alone=False),
    Case("locale", ("{cc} {src}/locale.c -o program",), ranks=3, environment="LC_ALL=C", says=(r"^locale ok$",),
         not_says=("fails",), alone=False),
    Case("tagged-output", ("{cc} {src}/tagged.c -o program",), options="--tag-output", ranks=3, alone=False,
         says=(*(rf"^\[{i}\] {text}$" for i in range(3) for text in
                 (f"{i}:0 {i}:1 {i}:2 ", "next", f"error of {i}", "direct", "child")),
               r"^\[0\] end of 0$", r"^\[1\] in the log$", r"^\[2\] end of 2$"),
         not_says=(r"^(?!\[\d\] ).", r"end of 1")),
    Case("tagged-output-cxx", ("{cxx} {src}/tagged.cpp -o program",), options="--tag-output", ranks=3, alone=False,
         says=tuple(rf"^\[{i}\] {text} of {i}$" for i in range(3) for text in ("cout", "cerr", "end")),
         not_says=(r"^(?!\[\d\] ).",)),
    Case("tagged-output-fortran", ("{bin}/smpifort {src}/tagged.f90 -o program",), options="-tag-output", ranks=3, alone=False,
         says=tuple(rf"^\[{i}\] {text} of {i}$" for i in range(3) for text in ("print", "error", "end")),
         not_says=(r"^(?!\[\d\] ).",)),
    Case("closes-stdout-at-exit", ("cp /bin/date program",), "./program +same", ranks=2, alone=False,
         says=(r"^same\nsame$",)),
    Case("closes-stdin-at-exit", ("cp /bin/cat program && echo same > text",), "./program text text", ranks=2, alone=False,
         says=(r"^same\nsame\nsame\nsame$",)),
    Case("children", ("{cc} {src}/children.c -o program",)),
    Case("private-libraries", (*LIBRARIES, "{cc} {src}/with_libraries.c -o program -L. -la -lb -Wl,-rpath,'$ORIGIN'"),
         options="'--cfg=smpi/privatize-libs:liba;libb.so'", alone=False,
         says=(r"^checks ok$",)),
    Case("private-libraries-by-path", (*LIBRARIES, "{cc} {src}/with_libraries.c -o program -L. -la -lb -Wl,-rpath,$PWD"),
         options="'--cfg=smpi/privatize-libs:liba.so.1;libb.so'", alone=False),
    Case("libraries-that-call-mpi", tuple(part.replace("gcc -g -shared", "{cc} -DCALLS_MPI -shared") for part in LIBRARIES)
         + ("{cc} {src}/with_libraries.c -o program -L. -la -lb -Wl,-rpath,'$ORIGIN'",), alone=False),
    Case("locked-library", ("gcc -g -shared -fPIC {src}/locked_library.c -o liblocked.so",
                            "{cc} -DSHARED {src}/with_locked_library.c -o program -L. -llocked -Wl,-rpath,'$ORIGIN'"),
         alone=False),
    Case("locked-private-library", ("gcc -g -shared -fPIC {src}/locked_library.c -o liblocked.so",
                                    "{cc} {src}/with_locked_library.c -o program -L. -llocked -Wl,-rpath,'$ORIGIN'"),
         options="--cfg=smpi/privatize-libs:liblocked.so", alone=False),
    Case("openmp", ("{cc} -fopenmp {src}/openmp.c -o program",), alone=False),
    Case("openmp-teams", ("{cc} -DTEAMS -fopenmp {src}/openmp.c -o program",), environment="OMP_NUM_THREADS=2", alone=False),
    Case("openmp-thread-calls-mpi", ("echo '#include <mpi.h>\nint main(int c, char** v) { MPI_Init(&c, &v);\n"
                                     "#pragma omp parallel num_threads(2)\nMPI_Barrier(MPI_COMM_SELF);"
                                     "return MPI_Finalize(); }' > main.c", "{cc} -fopenmp main.c -o program"),
         ranks=2, environment="OMP_NUM_THREADS=2", status=2, alone=False,
         says=(r"MPI_Barrier was called by a thread of a library", r"OMP_THREAD_LIMIT=1")),
    Case("openmp-level", ("{cc} -DLEVEL_ONLY -fopenmp {src}/openmp_threads.c -o program",), ranks=1, alone=False,
         says=(r"^level multiple$",)),
    Case("openmp-level-of-real-teams", ("{cc} -DLEVEL_ONLY -fopenmp {src}/openmp_threads.c -o program",), ranks=1,
         environment="OMP_THREAD_LIMIT=2", alone=False, says=(r"^level funneled$",)),
    Case("openmp-thread-sends-late", ("{cc} -DLATE -fopenmp {src}/openmp_threads.c -o program",), ranks=2,
         environment="OMP_NUM_THREADS=2", status=2, alone=False, says=(r"^level funneled$",
         r"MPI_Send was called by a thread of a library"), not_says=(r"deadlock",)),
    Case("openmp-thread-injects", ("{cc} -DLATE -DINJECTS -fopenmp {src}/openmp_threads.c -o program",), ranks=2,
         environment="OMP_NUM_THREADS=2", status=2, alone=False,
         says=(r"a function of smpi/smpi.h was called by a thread of a library",)),
    Case("openmp-cut-team", ("{cc} -g -fopenmp {src}/openmp_threads.c -o program",), ranks=2, status=3, alone=False,
         says=(r"MPI_Recv .* waits for", r"note: ranks 0, 1 are in a parallel region of OpenMP, whose team was cut to one thread")),
    Case("openmp-outside-of-teams", ("{cc} -DOUTSIDE -fopenmp {src}/openmp_threads.c -o program",), ranks=2, status=3,
         alone=False, says=(r"MPI_Recv .* waits for",), not_says=(r"note:",)),
    Case("overflow-by-a-large-frame", ("{cc} {src}/large_frame.c -o program",), ranks=3, status=139,
         says=(r"rank 1", r"stack"), not_says=(r"changed",), alone=False),
    # The reference of the program has libc's version, as if the library were preloaded.
    Case("library-replaces-libc-function", (
        "echo '#include <stdio.h>\nvoid other(void) { puts(\"\"); }' > first.c",
        "gcc -shared -fPIC first.c -o libfirst.so && cp libfirst.so libzero.so",
        "echo '#include <stdio.h>\nint getpagesize(void);"
        "int main(void) { puts(getpagesize() == 42 ? \"checks ok\" : \"libc\"); }' > main.c",
        "{cc} main.c -o program -L. -Wl,--no-as-needed -lzero -lfirst -Wl,-rpath,$PWD",
        "echo 'int getpagesize(void) { return 42; }' >> first.c && gcc -shared -fPIC first.c -o libfirst.so"),
         loaders=("clone", "single")),
    Case("loader-is-shown", ("{cc} {src}/state.c -o program",), options="-map", alone=False,
         says_with={"clone": (r"a copy per rank by cloning$",),
                    "single": (r"by cloning, in one writable mapping \(--cfg=smpi/clone-mappings:single\)$",),
                    "dlopen": (r"by dlopen \(--cfg=smpi/privatization:dlopen\)",)}),
    Case("mappings", ("{cc} {src}/mappings.c -o program",), ranks=50, alone=False, loaders=("clone", "single"), says=(),
         says_with={"clone": (r"^image 50 program 50$",), "single": (r"^image 50 program 0$",)}),
    # Thread-local variables, private libraries and zeroed data of each, all in the one mapping of a rank.
    Case("mappings-of-libraries", (*LIBRARIES, "{cc} {src}/mappings.c -o program -L. -Wl,--no-as-needed -la -lb -Wl,-rpath,'$ORIGIN'"),
         options="'--cfg=smpi/privatize-libs:liba;libb.so'", ranks=50, alone=False, loaders=("single",), says=(r"^image 50 program 0$",)),
    # Two mappings a rank, and those of the stacks, are more than Linux allows by default.
    Case("many-ranks", ("{cc} {src}/mappings.c -o program",), ranks=32768, options="--platform star:64", alone=False,
         loaders=("clone",), says=(r"^image 32768 program (0|32768)$",)),
    Case("unknown-clone-mappings", ("{cc} {src}/state.c -o program",), options="--cfg=smpi/clone-mappings:two", status=2,
         says=(r"smpi/clone-mappings needs auto, separate, single or shared", r"two"), alone=False, loaders=("clone",)),
    Case("initial-exec-falls-back", (*LIBRARIES[:1], "{cc} -DNAME=use_a -shared -fPIC {src}/library.c -o liba.so -L. -lcounter "
                                     "&& gcc -shared -fPIC -ftls-model=initial-exec -DNAME=use_b {src}/library.c -o libb.so -L. -lcounter",
                                     "{cc} {src}/with_libraries.c -o program -L. -la -lb -Wl,-rpath,'$ORIGIN'"),
         options="-map '--cfg=smpi/privatize-libs:liba.so;libb.so'", alone=False, loaders=("clone", "single"),
         says=(r"^checks ok$", r"by dlopen \(libb.so has thread-local variables of the model initial-exec\)")),
    crash("divide", 136, r"rank 1 on host-1", r"SIGFPE", r"at divide.*crash\.cpp:15"),
    crash("store", 139, r"rank 1 on host-1", r"SIGSEGV: invalid access to address 0x10", r"at damage.*crash\.cpp:23"),
    crash("strlen", 139, r"SIGSEGV", r"at measure.*crash\.cpp:19", r"at main.*crash\.cpp"),
    crash("jump", 139, r"SIGSEGV", r"at main.*crash\.cpp"),
    crash("heap", 134, r"SIGABRT", r"at main.*crash\.cpp"),
    crash("handled", 0, r"^handled by the program$"),
    Case("thread-local-in-plain-executable", ("g++ -w -fPIE -pie -DTHREAD {src}/objects.cpp -o program " + PLAIN + " -lmpi_abi",),
         status=2, says=(r"program: ?.*thread-local", r"smpicc or smpicxx"), alone=False),
    Case("other-mpi", ("printf 'int MPI_Init(void*a,void*b){return 0;}' > fake.c",
                       "gcc -shared -fPIC fake.c -o libmpi.so.40 -Wl,-soname,libmpi.so.40",
                       "printf 'int MPI_Init(void*,void*);int main(){return MPI_Init(0,0);}' > main.c",
                       "gcc main.c -o program ./libmpi.so.40"),
         status=2, says=(r"another MPI", r"libmpi\.so\.40", r"smpicc"), alone=False),
    Case("missing-symbol", ("printf 'int gone(void){return 0;}' > gone.c && gcc -shared -fPIC gone.c -o libgone.so",
                            "printf 'int gone(void);int main(){return gone();}' > main.c",
                            "{cc} main.c -o program -L. -lgone -Wl,-rpath,$PWD",
                            "printf 'int other(void){return 0;}' > gone.c && gcc -shared -fPIC gone.c -o libgone.so"),
         status=2, says=(r"gone",), alone=False),
    Case("unused-private-library", ("{cc} {src}/state.c -o program",), options="--cfg=smpi/privatize-libs:libnever.so",
         status=2, says=(r"libnever\.so", r"it uses: "), alone=False),
)
