# SPDX-License-Identifier: BSD-3-Clause
"""A Slurm cluster of one node on this machine: real slurmctld, slurmd and munged, as ordinary processes.

All of it runs as an ordinary user, also when the test has the rights of root, and lies in one folder.
"""
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from waiting import wait_until  # noqa: E402

PROGRAMS = ("slurmctld", "slurmd", "sbatch", "squeue", "scancel", "munged", "mungekey")
CONFIGURATION = """ClusterName=test
SlurmctldHost={host}(127.0.0.1)
AuthType=auth/munge
AuthInfo=socket={folder}/munge/sock
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
SlurmctldPort={port}
SlurmdPort={other_port}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU_Memory
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,bf_interval=1
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
MaxArraySize=10001
KillWait=2
SlurmdTimeout=20
DefMemPerCPU=200
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=4000
PartitionName=main Nodes={host} Default=YES MaxTime=INFINITE State=UP
"""


def missing_programs() -> list[str]:
    return [name for name in PROGRAMS if not shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Cluster:
    """Use it in a `with` statement: leaving it ends all of its processes."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder / "cluster"
        self.folder.mkdir()
        self.is_root = os.geteuid() == 0
        self.user = "nobody" if self.is_root else pwd.getpwuid(os.geteuid()).pw_name
        self.host = socket.gethostname().split(".")[0]
        self.environment = {**os.environ, "PATH": os.environ["PATH"] + ":/usr/sbin:/sbin", "HOME": str(folder),
                            "SLURM_CONF": str(self.folder / "slurm.conf")}
        self.processes: dict[str, subprocess.Popen] = {}
        for name in ("state", "spool", "munge", "key"):
            (self.folder / name).mkdir()
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=self.host, folder=self.folder, user=self.user, port=free_port(), other_port=free_port()))
        self.give_to_user(folder)

    def give_to_user(self, folder: pathlib.Path) -> None:
        if self.is_root:
            subprocess.run(["chown", "-R", self.user, str(folder)], check=True)
        folder.chmod(0o755)
        (self.folder / "key").chmod(0o700)
        (self.folder / "munge").chmod(0o755)

    def as_user(self, words: list[str]) -> list[str]:
        if not self.is_root:
            return words
        return ["setpriv", f"--reuid={self.user}", "--regid=nogroup", "--clear-groups", *words]

    def start(self, name: str, words: list[str]) -> None:
        log = open(self.folder / f"{name}.out", "ab")
        self.processes[name] = subprocess.Popen(self.as_user(words), env=self.environment, stdout=log, stderr=log,
                                                stdin=subprocess.DEVNULL, cwd=self.folder, start_new_session=True)

    def start_node(self) -> None:
        self.start("slurmd", ["slurmd", "-D", "-f", str(self.folder / "slurm.conf"), "-N", self.host])

    def kill(self, name: str) -> None:
        """With SIGKILL, alone: what it started goes on."""
        process = self.processes.pop(name)
        process.kill()
        process.wait()

    def ask(self, *words: str) -> subprocess.CompletedProcess:
        return subprocess.run(self.as_user(list(words)), env=self.environment, capture_output=True, text=True,
                              timeout=60, check=False)

    def __enter__(self) -> "Cluster":
        key = self.folder / "key" / "munge.key"
        self.ask("mungekey", "-c", "-k", str(key))
        munge = self.folder / "munge"
        self.start("munged", ["munged", "--foreground", f"--socket={munge}/sock", f"--key-file={key}",
                              f"--log-file={munge}/log", f"--pid-file={munge}/pid", f"--seed-file={munge}/seed"])
        self.wait_for(lambda: (munge / "sock").exists(), "munged")
        self.start("slurmctld", ["slurmctld", "-D", "-f", str(self.folder / "slurm.conf")])
        self.start_node()
        self.wait_for(lambda: "idle" in self.ask("sinfo", "-h", "-o", "%T").stdout, "the node")
        return self

    def wait_for(self, is_there, what: str, seconds: float = 60) -> None:
        def logs() -> str:
            return "\n".join(path.read_text(errors="replace")[-2000:] for path in self.folder.glob("*.out"))

        wait_until(is_there, what, seconds, 0.2, logs)

    def __exit__(self, *_) -> None:
        self.ask("scancel", f"--user={self.user}")
        for process in reversed(self.processes.values()):
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
        # Shepherds of tasks are sessions of their own.
        for entry in pathlib.Path("/proc").iterdir():
            if not entry.name.isdigit():
                continue
            try:
                if str(self.folder).encode() in (entry / "environ").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)
            except (OSError, PermissionError):
                pass
