# SPDX-License-Identifier: BSD-3-Clause
"""HPL whose arithmetic sleeps (slept_blas.c): the same source for the testbed and for the simulator."""
import pathlib
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples" / "hpl"))
import source  # noqa: E402  pylint: disable=wrong-import-position

ORDER, BLOCK, ROWS, COLUMNS = 2000, 100, 2, 2
BROADCASTS = {"1ring": 0, "long": 4}


def archive_in(cache: pathlib.Path, given: pathlib.Path | None) -> pathlib.Path:
    if given:
        return given
    cache.mkdir(parents=True, exist_ok=True)
    kept = sorted(cache.glob(f"{source.SOURCE_PACKAGE}_*.orig.tar.*"))
    return kept[-1] if kept else source.fetch(cache)


def build(compilers: dict[str, str], archive: pathlib.Path, folder: pathlib.Path) -> dict[str, pathlib.Path]:
    """By world: compilers are named by it, too."""
    programs = {}
    with tempfile.TemporaryDirectory(prefix="hpl.", dir=folder) as name:
        hpl = source.unpack(archive, pathlib.Path(name))
        files = [str(path) for part in source.FOLDERS for path in sorted((hpl / part).rglob("*.c"))]
        files += [str(ROOT / "examples" / "hpl" / "driver.c"), str(pathlib.Path(__file__).with_name("slept_blas.c"))]
        for world, compiler in compilers.items():
            programs[world] = folder / f"xhpl-{world}"
            source.run_compiler([compiler, *source.COMPILE_FLAGS, *source.CONTIGUOUS_FLAGS, f"-I{hpl}/include", *files,
                                 "-lm", "-o", str(programs[world])], "compile HPL")
    return programs


def write_input(folder: pathlib.Path, broadcast: str) -> None:
    """HPL reads it in the folder where it runs."""
    template = (ROOT / "examples" / "reality" / "hpl.dat.in").read_text()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "hpccinf.txt").write_text(template.format(
        n=ORDER, nb=BLOCK, p=ROWS, q=COLUMNS, pfact=1, rfact=2, bcast=BROADCASTS[broadcast], depth=0, swap=0,
        threshold=BLOCK))


def time_of(output: str) -> float:
    for line in output.splitlines():
        if line.startswith("HPL time_s="):
            return float(line.split()[1].removeprefix("time_s="))
    raise source.HplError(f"HPL printed no time:\n{output}")
