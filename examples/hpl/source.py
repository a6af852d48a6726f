# SPDX-License-Identifier: BSD-3-Clause
"""Gets HPL's unmodified source out of Debian's source package hpcc, and compiles it.

HPL itself is no Debian package, but the folder hpl/ of the HPC Challenge suite is the whole of it.
apt fetches and verifies the archive; it needs `deb-src` lines, which few machines have, so it gets
lists, state and cache of its own in a temporary folder, with the machine's sources rewritten: no
rights are needed and nothing of the system changes. None of HPL's code is kept in this project.
The result is cached by source, compiler and flags; a second run starts at once.
"""
import dataclasses
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor

SOURCE_PACKAGE = "hpcc"
# The parts of HPL with code: the library, and the test driver with its generator and timers.
FOLDERS = ("src", "testing")
COMPILE_FLAGS = ("-O2", "-g", "-w", "-DHPL_CALL_CBLAS")
# driver.c has what HPL calls in the place of these two.
LINK_FLAGS = ("-Wl,--wrap=fopen,--wrap=HPL_pwarn", "-lopenblas", "-lm")
# An option of HPL's own (include/hpl.h): panels are sent as one contiguous copy, not as a derived
# datatype of NB + 1 blocks that each process makes for each panel.
CONTIGUOUS_FLAGS = ("-DHPL_NO_MPI_DATATYPE",)
# HPL's headers are needed to compile the plug-in of the overlay.
PLUGIN_FLAGS = ("-O2", "-g", "-Wall", "-fPIC", "-shared")


class HplError(Exception):
    """Something a user can mend; the text says what."""


def one_line_sources(text: str) -> str:
    """`deb [options] uri suite components` lines as `deb-src` ones."""
    found = (re.match(r"\s*deb(?:-src)?\s+(.*)", line) for line in text.splitlines())
    return "".join(f"deb-src {match.group(1)}\n" for match in found if match)


def deb822_sources(text: str) -> str:
    """The enabled stanzas of a .sources file with `Types: deb-src`."""
    stanzas = []
    for stanza in re.split(r"\n\s*\n", text):
        lines = [line for line in stanza.splitlines() if line.strip() and not line.startswith("#")]
        if not any(re.match(r"Types:", line, re.IGNORECASE) for line in lines):
            continue
        if any(re.match(r"Enabled:\s*(no|false|0)", line, re.IGNORECASE) for line in lines):
            continue
        stanzas.append("\n".join(re.sub(r"(?i)^Types:.*", "Types: deb-src", line) for line in lines))
    return "\n\n".join(stanzas) + "\n"


def write_source_lists(folder: pathlib.Path, etc: pathlib.Path = pathlib.Path("/etc/apt")) -> None:
    """Fills `folder` with the machine's apt sources, turned into source-package ones."""
    parts = [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*.list"))]
    for number, path in enumerate(p for p in parts if p.is_file()):
        (folder / f"{number}.list").write_text(one_line_sources(path.read_text()))
    for path in sorted((etc / "sources.list.d").glob("*.sources")):
        (folder / path.name).write_text(deb822_sources(path.read_text()))


def fetch(folder: pathlib.Path, package: str = SOURCE_PACKAGE) -> pathlib.Path:
    """Downloads the archive of a source package into `folder` and returns its path."""
    with tempfile.TemporaryDirectory(prefix="hpl-apt.") as name:
        private = pathlib.Path(name)
        for part in ("sources", "lists/partial", "cache/archives/partial"):
            (private / part).mkdir(parents=True)
        write_source_lists(private / "sources")
        apt = ["apt-get", "-q", "-o", "Dir::Etc::sourcelist=/dev/null",
               "-o", f"Dir::Etc::sourceparts={private}/sources", "-o", f"Dir::State::lists={private}/lists",
               "-o", f"Dir::Cache={private}/cache", "-o", "APT::Sandbox::User=",
               "-o", "Acquire::Languages=none"]
        # A third-party list without sources makes `update` fail; what counts is the next command.
        update = subprocess.run([*apt, "update"], capture_output=True, text=True, check=False)
        source = subprocess.run([*apt, "source", "--tar-only", package], cwd=folder,
                                capture_output=True, text=True, check=False)
    archives = sorted(folder.glob(f"{package}_*.orig.tar.*"))
    archives = [path for path in archives if not path.name.endswith(".asc")]
    if source.returncode != 0 or not archives:
        raise HplError(f"cannot fetch the source package {package}:\n"
                       + (update.stderr + source.stderr).strip()
                       + "\nIs a Debian or Ubuntu mirror reachable? An archive fetched by other means can be"
                         " given with --source FILE.")
    return archives[-1]


def unpack(archive: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """Unpacks the part hpl/ of the archive; returns its folder."""
    with tarfile.open(archive) as tar:
        members = [m for m in tar.getmembers() if re.match(r"(\./)?[^/]+/hpl/", m.name) and ".." not in m.name]
        tar.extractall(folder, members=members)
    found = sorted(folder.glob("*/hpl/include/hpl.h"))
    if not found:
        raise HplError(f"{archive} has no folder hpl/ with HPL's source")
    return found[0].parents[1]


def headers_of(plugin: pathlib.Path) -> list[pathlib.Path]:
    """What a plug-in may include of its own folder."""
    return sorted(plugin.parent.glob("*.h"))


@dataclasses.dataclass(frozen=True)
class Build:
    compiler: str
    driver: pathlib.Path
    plugin: pathlib.Path
    contiguous: bool  # panels

    def compile_flags(self) -> tuple[str, ...]:
        return COMPILE_FLAGS + (CONTIGUOUS_FLAGS if self.contiguous else ())

    def identity(self) -> bytes:
        flags = " ".join(self.compile_flags() + LINK_FLAGS + PLUGIN_FLAGS)
        parts = [self.driver, self.plugin, *headers_of(self.plugin)]
        return (b"".join(part.read_bytes() for part in parts)
                + compiler_identity(self.compiler).encode() + flags.encode())


def run_compiler(command: list[str], what: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise HplError(f"{command[0]} cannot {what}:\n{done.stderr}")


def compile_all(hpl: pathlib.Path, build: Build, output: pathlib.Path) -> None:
    sources = sorted(path for part in FOLDERS for path in (hpl / part).rglob("*.c"))
    if len(sources) < 100:
        raise HplError(f"{hpl} holds only {len(sources)} C files; HPL has more than 100")

    def one(source: pathlib.Path) -> str:
        target = str(output.parent / (source.stem + ".o"))  # HPL's file names are unique
        run_compiler([build.compiler, *build.compile_flags(), f"-I{hpl}/include", "-c", str(source), "-o",
                      target], f"compile {source.name}")
        return target

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        objects = list(pool.map(one, [*sources, build.driver]))
    run_compiler([build.compiler, *objects, *LINK_FLAGS, "-o", str(output)], "link HPL")
    run_compiler([build.compiler, *PLUGIN_FLAGS, f"-I{hpl}/include", str(build.plugin), "-lm", "-o",
                  str(plugin_of(output))], f"compile {build.plugin.name}")


def plugin_of(program: pathlib.Path) -> pathlib.Path:
    """Where the overlay's plug-in for a program is kept."""
    return program.with_name(program.name + "-overlay.so")


def compiler_identity(compiler: str) -> str:
    """What makes an old binary useless: another wrapper, library interface or compiler."""
    shown = subprocess.run([compiler, "-show"], capture_output=True, text=True, check=False)
    version = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False)
    return "\n".join((str(pathlib.Path(compiler).resolve()), shown.stdout, version.stdout))


def built_hpl(cache: pathlib.Path, build: Build, archive: pathlib.Path | None) -> pathlib.Path:
    """The path of xhpl, compiled now unless the cache has it; the plug-in is beside it."""
    if shutil.which(build.compiler) is None:
        raise HplError(f"there is no {build.compiler}")
    cache.mkdir(parents=True, exist_ok=True)
    with (cache / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if archive is None:
            kept = sorted(cache.glob(f"{SOURCE_PACKAGE}_*.orig.tar.*"))
            if not kept:
                print("hpl: fetching HPL's source (Debian source package hpcc)", flush=True)
                with tempfile.TemporaryDirectory(prefix="fetch.", dir=cache) as folder:
                    fetched = fetch(pathlib.Path(folder))
                    kept = [fetched.rename(cache / fetched.name)]
            archive = kept[-1]
        elif not archive.is_file():
            raise HplError(f"there is no source archive {archive}")
        identity = archive.read_bytes() + build.identity()
        program = cache / f"xhpl-{hashlib.sha256(identity).hexdigest()[:16]}"
        if not program.exists():
            print("hpl: compiling HPL with " + build.compiler, flush=True)
            with tempfile.TemporaryDirectory(prefix="build.", dir=cache) as folder:
                fresh = pathlib.Path(folder) / "xhpl"
                compile_all(unpack(archive, pathlib.Path(folder)), build, fresh)
                plugin_of(fresh).rename(plugin_of(program))
                fresh.rename(program)
        return program
