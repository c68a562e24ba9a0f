#!/usr/bin/env python3
"""Makes Debian packages of the libraries for another machine, of what `make install` would install there.

dpkg-buildpackage would need that machine's compilers and packages to be installed here. The packages have the same names,
words and files as those of `make deb` (debian/control, debian/*.install). What they depend on is read from the library
and from the packages of the machine's Debian that it was linked with (their `shlibs`).
"""

import argparse
import fnmatch
import hashlib
import os
import pathlib
import re
import shutil
import subprocess

DEBIAN = pathlib.Path(__file__).resolve().parent / "debian"


def output(*command):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def paragraphs(text):
    """The paragraphs of a control file, as dictionaries; continued lines stay as they are."""
    for paragraph in re.split(r"\n\n+", text.strip()):
        yield dict(re.findall(r"^([\w-]+): ?(.*(?:\n[ \t].*)*)", paragraph, flags=re.M))


def providers(archives):
    """Library and version, as linkers name them, to the package that has it."""
    found = {}
    for package in sorted(archives.glob("*.deb")):
        listed = subprocess.run(["dpkg-deb", "-I", package, "shlibs"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                text=True, check=False).stdout
        for line in listed.splitlines():
            parts = line.split(maxsplit=2)
            if len(parts) == 3 and not parts[0].endswith(":"):
                found[parts[0], parts[1]] = parts[2]
    return found


def dependencies(library, found):
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", output("readelf", "-d", library))
    for name in needed:
        match = re.fullmatch(r"(.+)\.so\.(.+)", name) or re.fullmatch(r"(.+)-(\d[\d.]*)\.so", name)
        if match is None or match.groups() not in found:
            raise SystemExit(f"no package has {name}, which {library} needs")
        yield found[match.groups()]


def take(stage, patterns, folder):
    """Moves what the patterns name into the folder of a package. A pattern may name a folder."""
    for pattern in patterns:
        for file in sorted(stage.rglob("*")):
            name = str(file.relative_to(stage))
            if (file.is_file() or file.is_symlink()) and (
                    fnmatch.fnmatch(name, pattern) or fnmatch.fnmatch(name, pattern + "/*")):
                target = folder / name
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.move(file, target)


def write_control(folder, fields):
    control = folder / "DEBIAN"
    control.mkdir()
    (control / "control").write_text("".join(f"{name}: {value}\n" for name, value in fields.items()))
    sums = [f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n"
            for file in sorted(folder.rglob("*")) if file.is_file() and control not in file.parents]
    (control / "md5sums").write_text("".join(sums))
    return control


def main():
    parser = argparse.ArgumentParser()
    for option in ("architecture", "version", "soversion", "maintainer", "stage", "archives", "out"):
        parser.add_argument(f"--{option}", required=True)
    given = parser.parse_args()
    stage, out = pathlib.Path(given.stage), pathlib.Path(given.out)
    text = (DEBIAN / "control").read_text().replace("@SOVERSION@", given.soversion)
    source, *binaries = paragraphs(text)
    shutil.rmtree(out, ignore_errors=True)
    library = f"libtally{given.soversion}"
    for binary in binaries:
        name = binary["Package"]
        if name not in (library, "libtally-dev"):
            continue
        folder = out / name
        folder.mkdir(parents=True)
        listed = "libtally.install" if name == library else f"{name}.install"
        take(stage, (DEBIAN / listed).read_text().split(), folder)
        version = f"{given.version}-1"
        depends = binary["Depends"].replace("\n", "").replace("${binary:Version}", version)
        if name == library:
            shared = next(file for file in folder.rglob("libtally.so.*") if not file.is_symlink())
            depends = ", ".join(sorted(set(dependencies(shared, providers(pathlib.Path(given.archives))))))
        depends = ", ".join(part.strip() for part in depends.split(",") if "${" not in part)
        size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        control = write_control(folder, {
            "Package": name, "Source": source["Source"], "Version": version, "Architecture": given.architecture,
            "Maintainer": given.maintainer, "Installed-Size": str((size + 1023) // 1024), "Depends": depends,
            **{key: binary[key] for key in ("Recommends",) if key in binary}, "Section": binary.get("Section", "libs"),
            "Priority": "optional", "Multi-Arch": "same", "Description": binary["Description"]})
        if name == library:
            (control / "shlibs").write_text(f"libtally {given.soversion} {library} (>= {given.version})\n")
            (control / "triggers").write_text("activate-noawait ldconfig\n")
        package = out / f"{name}_{version}_{given.architecture}.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "--build", folder, package], check=True,
                       stdout=subprocess.DEVNULL)
        shutil.rmtree(folder)
        print(f"{package}: {os.path.getsize(package):,} bytes; depends on {depends}")


if __name__ == "__main__":
    main()
