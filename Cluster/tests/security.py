"""Certificates and a password for tests of TLS."""

import subprocess

USER, PASSWORD = "tally", "secret-of-the-test"
SERVER = """
tls {{ cert_file: "{certificate}", key_file: "{key}", timeout: 60 }}
authorization {{ user: {user}, password: {password}, timeout: 60 }}
"""


def call(*words):
    result = subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)
    assert result.returncode == 0, f"openssl {' '.join(words)}: {result.stderr}"


class Authority:
    """An authority, and certificates that it has signed."""

    def __init__(self, folder, name):
        self.folder, self.key, self.certificate = folder, folder / f"{name}.key", folder / f"{name}.pem"
        call("req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={name}",
             "-keyout", str(self.key), "-out", str(self.certificate))

    def sign(self, name, address):
        """A key and a certificate for a server at an address: `IP:127.0.0.1`, or `DNS:host`."""
        key, request, certificate = (self.folder / f"{name}.{kind}" for kind in ("key", "csr", "pem"))
        names = self.folder / f"{name}.names"
        names.write_text(f"subjectAltName={address}\n", encoding="ascii")
        call("req", "-newkey", "rsa:2048", "-nodes", "-subj", f"/CN={name}", "-keyout", str(key), "-out", str(request))
        call("x509", "-req", "-in", str(request), "-CA", str(self.certificate), "-CAkey", str(self.key),
             "-CAcreateserial", "-days", "2", "-extfile", str(names), "-out", str(certificate))
        return key, certificate


def settings(authority, name="server", address="IP:127.0.0.1"):
    """The lines for a server's configuration: TLS, and one user with a password."""
    key, certificate = authority.sign(name, address)
    return SERVER.format(certificate=certificate, key=key, user=USER, password=PASSWORD)


def address(server, user=USER, password=PASSWORD, scheme="tls"):
    return f"{scheme}://{user}:{password}@{server.host}:{server.client}"
