"""TLS and passwords: who is let in, and what a node says that is not."""

import asyncio
import ssl
import subprocess

import pytest
import security
from nodes import Node, node_binary
from servers import PATIENCE, Servers, end, wait_for
from tally_cluster import Tally


@pytest.fixture(scope="module")
def authority(tmp_path_factory):
    return security.Authority(tmp_path_factory.mktemp("authority"), "ours")


@pytest.fixture(scope="module")
def stranger(tmp_path_factory):
    return security.Authority(tmp_path_factory.mktemp("stranger"), "theirs")


@pytest.fixture(scope="module")
def secure(tmp_path_factory, authority):
    """A server with TLS, which its address is in the certificate of, and a password."""
    yield from started(tmp_path_factory, security.settings(authority))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory, authority):
    """Its certificate is that of another host."""
    yield from started(tmp_path_factory, security.settings(authority, "elsewhere", "DNS:elsewhere.example"))


def started(tmp_path_factory, more):
    servers = Servers(tmp_path_factory.mktemp("servers"), 1, more=more)
    try:
        servers.start()
        yield servers.all[0]
    finally:
        servers.stop()


def node(folder, url, authority=None, **settings):
    more = {"certificate_authorities": authority.certificate} if authority else {}
    return Node("n1", folder, {"servers": url, "partitions": 2, "replicas": 1, "standbys": 0, "ownership": "sole",
                               "http": "", **more, **settings})


def test_a_node_and_clients_with_tls_and_a_password(tmp_path, secure, authority):
    async def ask():
        context = ssl.create_default_context(cafile=authority.certificate)
        async with await Tally.connect(security.address(secure), tls=context) as tally:
            position = await tally.publish("ann", [{"op": "add", "path": "chat", "n": 3}])
            badge = await tally.query("get", "ann", at_least=position, path="chat", seconds=PATIENCE)
            assert badge["count"] == 3
            return position

    owner = node(tmp_path, security.address(secure), authority)
    owner.start()
    try:
        wait_for(lambda: "started" in owner.said() or not owner.is_running, "the node has started")
        assert owner.is_running, owner.said()
        position = asyncio.run(ask())
        said = subprocess.run([node_binary(), "query", "get", "ann", "chat", "--at-least", str(position)],
                              env=owner.environment(), capture_output=True, text=True, timeout=PATIENCE, check=True)
        assert '"count":3' in said.stdout
        assert security.PASSWORD not in owner.said()
        owner.stop()
    finally:
        end(owner.process, 9)


def rejected(owner):
    """The output of a node that does not start."""
    owner.start()
    try:
        assert owner.process.wait(PATIENCE) not in (0, None), owner.said()
    finally:
        end(owner.process, 9)
    assert security.PASSWORD not in owner.said()
    return owner.said()


def test_a_server_that_another_authority_has_signed(tmp_path, secure, stranger):
    said = rejected(node(tmp_path, security.address(secure), stranger))
    assert f"connecting to tls://127.0.0.1:{secure.client}" in said
    assert "certificate" in said and "CN=ours" in said, said


def test_a_server_with_the_certificate_of_another_host(tmp_path, elsewhere, authority):
    said = rejected(node(tmp_path, security.address(elsewhere), authority))
    assert f"connecting to tls://127.0.0.1:{elsewhere.client}" in said
    assert "mismatch" in said, said


def test_a_server_without_tls(tmp_path, server):
    """A password is not sent to a server that cannot keep it secret."""
    said = rejected(node(tmp_path, security.address(server.all[0])))
    assert f"connecting to tls://127.0.0.1:{server.all[0].client}: Secure Connection not available" in said, said


def test_a_wrong_password(tmp_path, secure, authority):
    said = rejected(node(tmp_path, security.address(secure, password="wrong"), authority))
    assert f"connecting to tls://127.0.0.1:{secure.client}: Authorization Violation" in said, said


@pytest.mark.parametrize("setting", ["certificate_authorities", "credentials"])
def test_a_file_that_is_missing_is_named(tmp_path, server, setting):
    said = rejected(node(tmp_path, server.urls[0], **{setting: "/nowhere/file.pem"}))
    assert f"{setting}: /nowhere/file.pem: " in said and "No such file" in said, said
