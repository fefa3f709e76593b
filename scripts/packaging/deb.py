"""Debian packages, from a folder of files and a few facts."""

import gzip
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

MAINTAINER = "The authors of Footfall <footfall@example.org>"


class Package:
    """One package: files are added below its root, and `build` packs them."""

    def __init__(self, name, version, time, root):
        """`time` is the time of all files, in seconds since 1970: that of the commit."""
        self.name, self.version, self.time, self.root = name, version, time, root
        self.fields = {}
        self.scripts = []
        self.conffiles = []
        # Other files of the control folder, such as triggers: their names and texts.
        self.control_texts = {}
        root.mkdir(parents=True)

    def add(self, source, target, mode=0o644):
        """Copies a file to a path of the installed system, without its leading slash."""
        path = self.root / target
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(source, path)
        path.chmod(mode)
        return path

    def link(self, target, name):
        """Makes a symbolic link of a name to a target, both relative to the folder of the name."""
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)

    def add_text(self, text, target, mode=0o644, packed=False):
        path = self.root / target
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            if packed:
                with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=file, mtime=0) as stream:
                    stream.write(text.encode())
            else:
                file.write(text.encode())
        path.chmod(mode)
        return path

    def build(self, folder):
        """Writes the package to a folder and returns its path. The same content gives the same bytes."""
        control = self.root / "DEBIAN"
        control.mkdir()
        files = sorted(path for path in self.root.rglob("*") if control not in path.parents and path != control)
        kibibytes = sum(-(-path.lstat().st_size // 1024) or 1 for path in files)
        fields = {
            "Package": self.name, "Version": self.version, "Architecture": architecture(), "Maintainer": MAINTAINER,
            "Installed-Size": str(kibibytes), **self.fields,
        }
        description = fields.pop("Description")
        text = "".join(f"{key}: {value}\n" for key, value in fields.items()) + f"Description: {description}\n"
        (control / "control").write_text(text)
        sums = [
            f"{hashlib.md5(path.read_bytes()).hexdigest()}  {path.relative_to(self.root)}\n"
            for path in files if path.is_file() and not path.is_symlink()
        ]
        (control / "md5sums").write_text("".join(sums))
        if self.conffiles:
            (control / "conffiles").write_text("".join(f"/{path}\n" for path in self.conffiles))
        for name, text in self.control_texts.items():
            (control / name).write_text(text)
        for script in self.scripts:
            shutil.copyfile(script, control / script.name)
            (control / script.name).chmod(0o755)
        for path in [self.root, *self.root.rglob("*")]:
            # Whatever the umask is.
            if path.is_symlink():
                pass
            elif path.is_dir() or path.parent == control and path.name in {script.name for script in self.scripts}:
                path.chmod(0o755)
            elif path.parent == control:
                path.chmod(0o644)
            os.utime(path, (self.time, self.time), follow_symlinks=False)
        result = folder / f"{self.name}_{self.version}_{architecture()}.deb"
        subprocess.run(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--build", self.root, result], check=True,
            stdout=subprocess.DEVNULL, env={**os.environ, "SOURCE_DATE_EPOCH": str(self.time)})
        return result


def architecture():
    return subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def multiarch():
    """The folder of this architecture's libraries in /usr/lib."""
    return subprocess.run(
        ["dpkg-architecture", "-qDEB_HOST_MULTIARCH"], check=True, capture_output=True, text=True).stdout.strip()


def needed_packages(*binaries):
    """What Debian's packages the binaries need, with versions, as the field Depends."""
    with tempfile.TemporaryDirectory() as folder:
        debian = pathlib.Path(folder) / "debian"
        debian.mkdir()
        (debian / "control").write_text("Source: footfall\n\nPackage: footfall\nArchitecture: any\n")
        output = subprocess.run(
            ["dpkg-shlibdeps", "-O", *(f"-e{pathlib.Path(binary).resolve()}" for binary in binaries)], cwd=folder, check=True,
            capture_output=True, text=True).stdout
    return re.search(r"shlibs:Depends=(.*)", output).group(1)
