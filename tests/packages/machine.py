# SPDX-License-Identifier: Apache-2.0
"""A bare Debian 12 in a folder, which a test installs packages into: nothing is there but what every Debian has."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
BASE = ROOT / "build" / "machines" / "bookworm.tar"
# Processes and mounts of their own, so that nothing outlives a command.
ENTER = """
mount --make-rprivate / && mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" && cd "$0" && folder=$1 user=$2 && shift 2 &&
exec chroot --userspec="$user" . /usr/bin/env -i HOME=/tmp LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \\
  PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"
"""


def missing():
    """Why there can be no such machine here; empty if there can."""
    if os.geteuid() != 0:
        return "only root can make a bare machine"
    if not BASE.exists() and shutil.which("debootstrap") is None:
        return "there is no debootstrap (tools/setup package)"
    return ""


def make_base():
    """The base system, once; a quarter of a gigabyte and a minute."""
    if BASE.exists():
        return
    BASE.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "root"
        subprocess.run(["debootstrap", "--variant=minbase", "bookworm", str(made)], check=True, stdout=subprocess.PIPE)
        part = BASE.with_suffix(f".{os.getpid()}")
        subprocess.run(["tar", "-C", str(made), "-cf", str(part), "."], check=True)
        part.rename(BASE)


class Machine:
    """with Machine() as machine: machine.run("apt-get", "update")"""

    def __enter__(self):
        make_base()
        self.root = Path(tempfile.mkdtemp(prefix="tally-machine-"))
        self.root.chmod(0o755)
        subprocess.run(["tar", "-C", str(self.root), "-xf", str(BASE)], check=True)
        for name in ("/etc/resolv.conf", "/etc/hosts"):
            shutil.copyfile(name, self.root / name[1:])
        for file in Path("/etc/apt/apt.conf.d").glob("*"):  # how this machine reaches Debian
            if not (self.root / str(file)[1:]).exists():
                shutil.copyfile(file, self.root / str(file)[1:])
        refusal = self.root / "usr/sbin/policy-rc.d"  # no service is started
        refusal.write_text("#!/bin/sh\nexit 101\n")
        refusal.chmod(0o755)
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.root)

    def run(self, *words, user="root:root", folder="/", fails=False) -> str:
        """What a command says, standard error too."""
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENTER, str(self.root), folder, user, *words]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        assert (done.returncode != 0) == fails, f"{words}: exit code {done.returncode}\n{done.stdout}"
        return done.stdout

    def files(self):
        """Every file, but for what apt and dpkg write down for themselves."""
        own = ("var/lib/dpkg/", "var/lib/apt/", "var/cache/", "var/log/", "tmp/", "etc/ld.so.cache", "var/lib/systemd/")
        found = (str(path.relative_to(self.root)) for path in self.root.rglob("*"))
        return {name for name in found if not name.startswith(own)}
