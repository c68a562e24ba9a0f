"""The packages that contain the library, each installed into an empty folder by the installer of its language, without
a network, and used. build/packages has them (`make bundles`).

A program of each language prints what a badge shows, and which libraries its process has mapped: all of Tally's are in
that folder, and the system's copies of what Tally needs are not used. The packages contain nothing else than these
libraries, and the libcurl among them speaks HTTPS and decompresses.
"""

import gzip
import http.server
import io
import os
import pathlib
import re
import ssl
import subprocess
import sys
import tarfile
import threading
import zipfile

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "build/packages"
ENVIRONMENT = {name: value for name, value in os.environ.items()
               if not name.startswith(("TALLY_", "LUA_", "GEM_", "PYTHON", "LD_LIBRARY_PATH", "RUBY"))}


def run(*command, **environment):
    result = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300,
                            env={**ENVIRONMENT, **{name: str(value) for name, value in environment.items()}})
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def package(pattern):
    (found,) = PACKAGES.glob(pattern)
    return found


def check(printed, folder):
    """`printed`: what the badge shows, then /proc/self/maps."""
    shown, maps = printed.split("\n", 1)
    assert shown == "root.chat shows 3"
    mapped = {pathlib.Path(file) for file in re.findall(r"(/\S+\.so\S*)", maps)}
    for name in ("libtally", "libcurl", "libsqlite3", "libuv"):
        (file,) = [file for file in mapped if file.name.startswith(name)]
        assert folder in file.parents, file


def libraries(names):
    """Without versions and the hashes that auditwheel adds."""
    return sorted(re.match(r"lib[a-z]+", pathlib.Path(name).name)[0] for name in names if ".so" in name)


LIBRARIES = ["libcrypto", "libcurl", "libsqlite", "libssl", "libtally", "libuv"]


def test_contents():
    """libcurl needs only OpenSSL here. Debian's needs LDAP, Kerberos, RTMP and GnuTLS: 20 MB. It is there only if the
    source of libcurl could not be fetched."""
    if not (ROOT / "build/bundle-curl/libcurl.so.4").exists():
        with zipfile.ZipFile(package("*.whl")) as archive:
            assert set(LIBRARIES) <= set(libraries(archive.namelist()))
        return
    (gem,) = PACKAGES.glob("*.gem")
    with tarfile.open(gem) as outer, tarfile.open(fileobj=io.BytesIO(outer.extractfile("data.tar.gz").read())) as data:
        assert libraries(data.getnames()) == LIBRARIES
    for pattern in ("*.whl", "*.rock", "*.jar"):
        with zipfile.ZipFile(package(pattern)) as archive:
            assert libraries(archive.namelist()) == LIBRARIES, pattern
            assert sum(file.file_size for file in archive.infolist()) < 12_000_000, pattern


class Compressed(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.server.accepted = self.headers["Accept-Encoding"]
        page = gzip.compress(b'{"cursor":"1","items":[{"id":"1","path":"in","count":7}]}')
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, *_):
        pass


@pytest.fixture
def server(tmp_path):
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1",
        "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", tmp_path / "key.pem", "-out", tmp_path / "ca.pem")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(tmp_path / "ca.pem", tmp_path / "key.pem")
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Compressed) as started:
        started.socket = context.wrap_socket(started.socket, server_side=True)
        threading.Thread(target=started.serve_forever, daemon=True).start()
        yield started
        started.shutdown()


def test_https(tmp_path, server):
    """The libcurl of the wheel with a server whose certificate it checks, and whose page is compressed."""
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    run(tmp_path / "venv/bin/pip", "install", "--quiet", "--no-index", package("*.whl"))
    program = """
import sys, tally
with tally.Engine() as engine, engine.account("ann") as ann:
    ann.log_in()
    ann.feeds.add("feed", sys.argv[1]).refresh_now()
    while (event := engine.next_event(60)).kind != tally.EventKind.COMPLETION:
        pass
    print(event.result.name, ann.get("in").count)
"""
    url = f"https://127.0.0.1:{server.server_address[1]}/"
    trusted = run(tmp_path / "venv/bin/python", "-c", program, url, SSL_CERT_FILE=tmp_path / "ca.pem")
    assert trusted == "OK 7\n"
    assert "gzip" in server.accepted
    other = run(tmp_path / "venv/bin/python", "-c", program, url, SSL_CERT_FILE=tmp_path / "key.pem")
    assert other == "ERROR_TLS 0\n"


def test_wheel(tmp_path):
    wheel = package("*.whl")
    assert re.fullmatch(r"tally-[0-9.]+-py3-none-manylinux_2_\d+_\w+\.whl", wheel.name)
    run(sys.executable, "-m", "venv", tmp_path / "venv")
    run(tmp_path / "venv/bin/pip", "install", "--quiet", "--no-index", wheel)
    check(run(tmp_path / "venv/bin/python", "-c", """
import tally
with tally.Engine() as engine, engine.account("ann") as ann:
    ann.set("root.chat.bo", 3)
    print("root.chat shows", ann.get("root.chat"))
print(open("/proc/self/maps").read())
"""), tmp_path)


def test_gem(tmp_path):
    run("gem", "install", "--quiet", "--local", "--no-document", "--install-dir", tmp_path, package("*.gem"))
    check(run("ruby", "-W", "-e", """
require "tally"
Tally.open do |engine|
  ann = engine.account("ann")
  ann.set("root.chat.bo", 3)
  puts "root.chat shows #{ann.get("root.chat").count}"
end
puts File.read("/proc/self/maps")
""", GEM_PATH=tmp_path, GEM_HOME=tmp_path), tmp_path)


def test_rock(tmp_path):
    run("luarocks", "--lua-version", "5.1", "install", "--tree", tmp_path, "--deps-mode", "none", package("*.rock"))
    check(run("luajit", "-e", """
local tally = require("tally")
local engine = tally.open{}
local ann = engine:account("ann")
ann:set("root.chat.bo", 3)
print("root.chat shows " .. tally.shown(ann:get("root.chat")))
engine:close()
print(io.open("/proc/self/maps"):read("*a"))
""", LUA_PATH=f"{tmp_path}/share/lua/5.1/?.lua", LUA_CPATH=f"{tmp_path}/lib/lua/5.1/?.so"), tmp_path)


@pytest.mark.parametrize("chosen", [False, True])
def test_jar(tmp_path, chosen):
    """The jar's files are extracted into the folder for temporary files; TALLY_LIBRARY names another library."""
    (tmp_path / "Hello.java").write_text("""
import dev.tally.Account;
import dev.tally.Engine;
import dev.tally.EngineOptions;
import java.nio.file.Files;
import java.nio.file.Path;
public class Hello {
    public static void main(String[] arguments) throws Exception {
        try (Engine engine = Engine.open(new EngineOptions()); Account ann = engine.account("ann")) {
            ann.set("root.chat.bo", 3);
            System.out.println("root.chat shows " + ann.present("root.chat").text());
        }
        System.out.println(Files.readString(Path.of("/proc/self/maps")));
    }
}
""")
    classes = f"{package('*.jar')}:/usr/share/java/jna.jar"
    run("javac", "-cp", classes, "-d", tmp_path, tmp_path / "Hello.java")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    other = {"TALLY_LIBRARY": ROOT / "build/libtally.so.0"} if chosen else {}
    printed = run("java", f"-Djava.io.tmpdir={temporary}", f"-Djna.tmpdir={temporary}", "-cp", f"{tmp_path}:{classes}",
                  "Hello", **other)
    if chosen:
        assert str(ROOT / "build/libtally.so.0") in printed and "native/" not in printed
    else:
        check(printed, temporary)
    assert not list(temporary.glob("tally-*"))
