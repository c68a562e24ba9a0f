"""The planted defects still fit the sources: each patch applies to what the ones before it have left."""

import re
import shutil

import plant


def test_the_patches_apply(tmp_path):
    patches = sorted((plant.HERE / "planted").glob("[0-9][0-9]-*.patch"))
    assert len(patches) > 5
    for name in {name for patch in patches for name in re.findall(r"^--- a/(\S+)", patch.read_text(), re.MULTILINE)}:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(plant.ROOT / name, tmp_path / name)
    plant.plant(tmp_path, patches)
    assert "ctally_planted(" in (tmp_path / "Sources/TallyStore/Tables/ReadState.swift").read_text()
