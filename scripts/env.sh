# shellcheck shell=bash
# Sourced by demo and test: finds Python, keeps a virtual environment of its own, says in one line what is missing.
# Plain bash, also the 3.2 of macOS.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
VENV=$ROOT/.venv
CACHE=$ROOT/.cache
PY=$VENV/bin/python

say() { printf '%s\n' "$*" >&2; }

die() {
  say "$(basename "$0"): $*"
  exit 1
}

is_root() { [ "$(id -u)" = 0 ]; }

# apt PACKAGE...: installs Debian packages as root; fails where there is no apt or no root.
apt() {
  is_root && command -v apt-get >/dev/null || return 1
  say "Installing $* ..."
  export DEBIAN_FRONTEND=noninteractive
  mkdir -p "$CACHE"
  { apt-get -q update && apt-get -q -y install --no-install-recommends "$@"; } >"$CACHE/apt.log" 2>&1 </dev/null ||
    { tail -5 "$CACHE/apt.log" >&2; return 1; }
}

is_new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
  local name
  for name in "${PI_INSPECT_PYTHON:-python3}" python3 python3.14 python3.13 python3.12 python3.11 python; do
    if command -v "$name" >/dev/null && is_new_enough "$name"; then
      command -v "$name"
      return 0
    fi
  done
  return 1
}

# ensure_venv EXTRA: .venv with this project installed in place, and with the extra's packages (may be empty).
# Nothing is done when pyproject.toml, the folder and Python are what they were the last time.
ensure_venv() {
  local extra=$1 base base_is sources stamp=$VENV/.pi-inspect-state
  base=$(find_python) || { apt python3 python3-venv && base=$(find_python); } ||
    die "Python 3.11 or newer is needed; install it, or set PI_INSPECT_PYTHON to one"
  base_is=$("$base" -c 'import sys; print(sys.version.split()[0], sys.prefix)')
  sources=$(cksum <"$ROOT/pyproject.toml")
  if [ -f "$stamp" ] && "$PY" -c 'import pip' 2>/dev/null && [ "$(sed -n 1,2p "$stamp")" = "$ROOT
$base_is" ]; then
    if [ "$(sed -n 3p "$stamp")" = "$sources" ]; then
      case $(sed -n 4p "$stamp") in
        dev | "$extra") return 0 ;;
      esac
    fi
  else
    if ! "$base" -c 'import ensurepip, venv' 2>/dev/null; then
      { apt python3-venv && "$base" -c 'import ensurepip, venv' 2>/dev/null; } ||
        die "Python's venv module is missing; install it (Debian, Ubuntu: apt install python3-venv)"
    fi
    "$base" -m venv --clear "$VENV" || die "cannot make the virtual environment $VENV"
  fi
  say "Installing pi-inspect into .venv ..."
  mkdir -p "$CACHE"
  (cd "$ROOT" && "$PY" -m pip install --disable-pip-version-check -e ".${extra:+[$extra]}") \
    >"$CACHE/pip.log" 2>&1 </dev/null ||
    { grep -i 'error' "$CACHE/pip.log" | tail -2 >&2; die "pip could not install pi-inspect; its output is in .cache/pip.log"; }
  printf '%s\n' "$ROOT" "$base_is" "$sources" "$extra" >"$stamp"
}
