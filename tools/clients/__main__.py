"""`python -m tools.clients` writes the generated modules of both clients."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Final

from tools.clients import python, typescript
from tools.clients.document import read

ROOT: Final = Path(__file__).parents[2]
DOCUMENT: Final = ROOT / "schema" / "openapi.json"
_PYTHON: Final = ROOT / "clients" / "python" / "emberlog_client"
_TYPESCRIPT: Final = ROOT / "clients" / "typescript" / "src"


def generated() -> dict[Path, str]:
    """The text of each generated module."""
    document = read(json.loads(DOCUMENT.read_text()))
    return {
        _PYTHON / "types.py": formatted(python.types(document)),
        _PYTHON / "calls.py": formatted(python.calls(document, is_async=False)),
        _PYTHON / "async_calls.py": formatted(python.calls(document, is_async=True)),
        _TYPESCRIPT / "types.ts": typescript.types(document),
        _TYPESCRIPT / "calls.ts": typescript.calls(document),
    }


def formatted(code: str) -> str:
    """The code as the formatter of this project writes it."""
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(_PYTHON / "types.py"), "-"]
    done = subprocess.run(command, input=code, capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


if __name__ == "__main__":
    for path, text in generated().items():
        path.write_text(text)
        print(path.relative_to(ROOT))
