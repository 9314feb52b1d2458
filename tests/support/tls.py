"""Certificates made for a test, and TLS in front of servers that have none themselves.

The bundled server is built without TLS. A terminator before it, as stunnel is, speaks real TLS with our
clients and checks their certificates.
"""

import asyncio
import socket
import ssl
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from service.operations import children
from tests.support.processes import eventually, free_port


@dataclass(frozen=True)
class Certificates:
    """Files of an authority, a server and a client, in PEM; `query` is the part of a URL that names them."""

    authority: Path
    certificate: Path
    key: Path

    @property
    def query(self) -> str:
        """Parameters of a Redis URL with which a client trusts the authority and shows its certificate."""
        return f"ssl_ca_certs={self.authority}&ssl_certfile={self.certificate}&ssl_keyfile={self.key}"

    @classmethod
    def make(cls, folder: Path) -> "Certificates":
        """Make an authority and a certificate for 127.0.0.1 that it signed."""
        folder.mkdir(parents=True)
        authority, server = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
        issuer = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "an authority")])
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "a node")])
        root = _builder(issuer, issuer, authority).add_extension(
            x509.BasicConstraints(ca=True, path_length=None), critical=True
        )
        names = x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))])
        leaf = _builder(subject, issuer, server).add_extension(names, critical=False)
        files = cls(folder / "ca.pem", folder / "node.pem", folder / "node.key")
        pem = serialization.Encoding.PEM
        files.authority.write_bytes(root.sign(authority, hashes.SHA256()).public_bytes(pem))
        files.certificate.write_bytes(leaf.sign(authority, hashes.SHA256()).public_bytes(pem))
        plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        files.key.write_bytes(server.private_bytes(pem, *plain))
        return files


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=1))
    )


class TlsTerminator:
    """A process that listens with TLS and passes everything on to a plain port of this machine."""

    def __init__(self, target: int, files: Certificates, port: int | None = None) -> None:
        self.port = port or free_port()
        paths = map(str, (files.authority, files.certificate, files.key))
        self._command = [sys.executable, "-m", "tests.support.tls", str(self.port), str(target), *paths]

    def __enter__(self) -> Self:
        self._process = children.spawn(self._command, log=subprocess.DEVNULL)
        eventually(self._listens)
        return self

    def __exit__(self, *_: object) -> None:
        children.stop(self._process, seconds=10)

    def _listens(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0


async def _terminate(port: int, target: int, context: ssl.SSLContext) -> None:
    async def serve(client: asyncio.StreamReader, to_client: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            server, to_server = await asyncio.open_connection("127.0.0.1", target)
            await asyncio.gather(_pass_on(client, to_server), _pass_on(server, to_client))
        to_client.close()

    server = await asyncio.start_server(serve, "127.0.0.1", port, ssl=context)
    await server.serve_forever()


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


def main(port: str, target: str, authority: str, certificate: str, key: str) -> None:
    """Run a terminator until the process is ended."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH, cafile=authority)
    context.load_cert_chain(certificate, key)
    context.verify_mode = ssl.CERT_REQUIRED
    asyncio.run(_terminate(int(port), int(target), context))


if __name__ == "__main__":
    main(*sys.argv[1:])
