# SPDX-License-Identifier: BSD-3-Clause
"""A recipe for Spack: put this folder as packages/libsmpi into a repository of your own, then
`spack install libsmpi`, with the folder of the sources in `git`."""
from spack.package import *


class Libsmpi(CMakePackage):
    """Runs unmodified MPI programs on a simulated cluster inside one process."""

    git = "file:///path/to/libsmpi"
    license("BSD-3-Clause")

    version("main", branch="main")

    variant("python", default=True, description="Launcher of Python programs")
    variant("otf2", default=True, description="Timelines as OTF2 archives")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("boost@1.74: +context")
    depends_on("elfutils")
    depends_on("openblas")
    depends_on("eigen")
    depends_on("hwloc@2:")
    depends_on("pugixml")
    depends_on("cli11")
    depends_on("fmt@9:")
    depends_on("nlohmann-json")
    depends_on("tomlplusplus")
    depends_on("sqlite@3:")
    depends_on("xxhash")
    depends_on("zstd")
    depends_on("robin-map")
    depends_on("zlib-api")
    depends_on("python@3.9:", type=("build", "link", "run"))
    depends_on("otf2", when="+otf2")

    generator("ninja")

    def cmake_args(self):
        return [self.define("SMPI_BUILD_TESTS", False), self.define("CMAKE_INSTALL_LIBDIR", "lib")]
