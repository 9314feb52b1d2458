"""The image without a container engine: the Dockerfile's build steps in a folder, its roles in a sandbox.

The sandbox is what the Dockerfile and k8s/ ask for: an unprivileged user, a read-only tree without a shell,
a private /tmp, and the role as process 1. It needs root and Linux namespaces. Elsewhere the roles run as
ordinary processes, and a test says so.
"""

import functools
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "Dockerfile"
PREFIX = "/opt/emberlog"
USER = 65532
BUILD_SECONDS = 900


class Instruction(NamedTuple):
    """An instruction of the Dockerfile, with the number of its stage."""

    stage: int
    name: str
    rest: str


def instructions() -> list[Instruction]:
    """All instructions, with continued lines joined."""
    text = re.sub(r"^#.*\n", "", DOCKERFILE.read_text(), flags=re.MULTILINE).replace("\\\n", " ")
    found: list[Instruction] = []
    stage = 0
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _, rest = line.partition(" ")
        stage += name == "FROM"
        found.append(Instruction(stage, name, " ".join(rest.split())))
    return found


def of(name: str, stage: int) -> list[str]:
    """The rest of all instructions of this name in a stage."""
    return [one.rest for one in instructions() if (one.name, one.stage) == (name, stage)]


def image_environment(prefix: str = PREFIX) -> dict[str, str]:
    """What ENV sets in the final stage."""
    pairs = (pair.partition("=") for rest in of("ENV", 2) for pair in shlex.split(rest))
    return {name: value.replace("${COMMIT}", "").replace(PREFIX, prefix) for name, _, value in pairs}


@dataclass(frozen=True)
class Image:
    """The built tree, in a folder instead of /opt/emberlog."""

    prefix: Path

    @property
    def packages(self) -> Path:
        """The site-packages of the image."""
        (found,) = self.prefix.glob("lib/python*/site-packages")
        return found


def build(folder: Path) -> Image:
    """Follow the build stage: copy what it copies, run what it runs."""
    source, prefix = folder / "src", folder / "opt" / "emberlog"
    for place in (source, prefix.parent):
        place.mkdir(parents=True)
    python = f"{sys.base_prefix}/bin/python3"
    environ = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}
    environ |= {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
    for step in instructions():
        if step.stage == 1 and step.name == "COPY":
            *files, target = step.rest.split()
            for file in files:
                _copy(ROOT / file, source / target / ("" if (ROOT / file).is_dir() else file))
        elif step.stage == 1 and step.name == "RUN":
            command = step.rest.replace(PREFIX, str(prefix)).replace("python3.11 ", f"{python} ")
            done = subprocess.run(
                ["/bin/sh", "-euc", command],
                cwd=source,
                env=environ,
                capture_output=True,
                text=True,
                timeout=BUILD_SECONDS,
                check=False,
            )
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return Image(prefix)


def _copy(origin: Path, target: Path) -> None:
    if origin.is_dir():
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(origin, target, ignore=ignored)
    else:
        shutil.copy(origin, target)


@functools.cache
def has_sandbox() -> bool:
    """Whether this machine lets us make namespaces and change the user."""
    tools = all(map(shutil.which, ("unshare", "setpriv", "chroot", "mount")))
    if sys.platform != "linux" or os.geteuid() != 0 or not tools:
        return False
    trial = "mount -t tmpfs none /mnt && exec setpriv --no-new-privs chroot --userspec=1:1 / true"
    command = ["unshare", "--mount", "--pid", "--fork", "--mount-proc", "/bin/sh", "-c", trial]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


NO_SANDBOX = "NO NAMESPACES HERE: the roles ran as ordinary processes, not as in a container"


@dataclass(frozen=True)
class Contained:
    """A process in the sandbox."""

    process: subprocess.Popen[bytes]
    output: Path

    @property
    def pid(self) -> int:
        """Its process id outside."""
        if not has_sandbox():
            return self.process.pid
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()
        return int(children[0])

    def facts(self) -> dict[str, str]:
        """What the kernel says of it."""
        lines = Path(f"/proc/{self.pid}/status").read_text().splitlines()
        return {name: " ".join(rest.split()) for name, _, rest in (line.partition(":") for line in lines)}

    def stop(self) -> int:
        """Send it SIGTERM, as an engine does, and return its exit code."""
        os.kill(self.pid, signal.SIGTERM)
        return self.process.wait(timeout=120)


@contextmanager
def contained(
    image: Image, command: Sequence[str], output: Path, environ: Mapping[str, str]
) -> Iterator[Contained]:
    """Run a program of the image until the end of the block."""
    program = [str(image.prefix / "bin" / command[0]), *command[1:]]
    given = image_environment(str(image.prefix)) | dict(environ)
    full = _sandboxed(image, output.parent, program) if has_sandbox() else program
    with output.open("wb") as file:
        process = subprocess.Popen(
            full, env=given, cwd="/", stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    try:
        yield Contained(process, output)
    finally:
        if process.poll() is None:
            process.kill()  # --kill-child takes the role along
            process.wait()


def _sandboxed(image: Image, folder: Path, program: Sequence[str]) -> list[str]:
    """The command that builds a root folder in its own namespaces and becomes the program there."""
    root = folder / f"root-{Path(program[0]).name}-{len(list(folder.glob('root-*')))}"
    root.mkdir()
    script = "\n".join(_steps(image, root))
    become = (
        f"exec setpriv --no-new-privs chroot --userspec={USER}:{USER} --groups= {root} {shlex.join(program)}"
    )
    path = "export PATH=$PATH:/usr/sbin:/sbin"
    return [
        *("unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private"),
        *("/bin/sh", "-euc", f"{path}\n{script}\n{become}"),
    ]


def _steps(image: Image, root: Path) -> Iterator[str]:
    yield f"mount -t tmpfs -o mode=755 tmpfs {root}"
    yield f"mkdir -p {root}/tmp {root}/proc {root}/dev {root}/usr {root}/etc/ssl"
    yield f"mount -t tmpfs -o mode=1777,size=64m tmpfs {root}/tmp"
    for link in ("lib", "lib64"):
        if Path("/", link).is_symlink():
            yield f"ln -s usr/{link} {root}/{link}"
        elif Path("/", link).is_dir():
            yield from _read_only(f"/{link}", root)
    for place in ("/usr/lib", "/usr/lib64", "/etc/ssl", sys.base_prefix, str(image.prefix)):
        if Path(place).is_dir():
            yield from _read_only(place, root)
    for device in ("null", "urandom"):
        yield f"touch {root}/dev/{device} && mount --bind /dev/{device} {root}/dev/{device}"
    yield f"mount -t proc proc {root}/proc"
    yield f"mount -o remount,ro {root}"


def _read_only(place: str, root: Path) -> Iterator[str]:
    yield f"mkdir -p {root}{place} && mount --bind {place} {root}{place}"
    yield f"mount -o remount,bind,ro {root}{place}"
