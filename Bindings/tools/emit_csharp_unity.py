"""The .meta files of the C# binding as a Unity package. Unity refers to a file by the GUID in its .meta file, and ignores
a file without one in a package that it may not write. A GUID follows from the path, so it never changes."""

import hashlib
import pathlib

OUTPUT = "csharp"
PACKAGE = pathlib.Path(__file__).resolve().parents[1] / "csharp" / "dev.tally"
IMPORTERS = {".cs": "MonoImporter", ".asmdef": "AssemblyDefinitionImporter"}


def meta(path):
    name = path.relative_to(PACKAGE.parent).as_posix()
    importer = "PackageManifestImporter" if path.name == "package.json" else IMPORTERS.get(path.suffix, "DefaultImporter")
    lines = ["fileFormatVersion: 2", f"guid: {hashlib.md5(name.encode()).hexdigest()}"]
    lines += ["folderAsset: yes"] if path.is_dir() else []
    return "\n".join([*lines, f"{importer}:", "  externalObjects: {}", ""])


def emit_files(_):
    """The .meta file of every file and folder. The other emitters have written theirs before."""
    found = sorted(PACKAGE.rglob("*"))
    for path in found:
        if path.suffix == ".meta" and path.with_suffix("") not in found:
            raise ValueError(f"{path.name} belongs to no file any more: remove it")
    return {f"{path.relative_to(PACKAGE.parent)}.meta": meta(path) for path in found if path.suffix != ".meta"}
