#!/usr/bin/env bash
# Builds PROGRAM of Kubernetes from its Go module, once, and prints where it lies:
#   scripts/live/build.sh kube-apiserver
# With --where after it nothing is built.
# Outside of its own repository the module's staging modules stand at v0.0.0: each is replaced by the release that belongs to it.
set -euo pipefail
program=$1
version=1.34.4
staging="v0.${version#1.}"

cache="${MESH_REGISTRY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/kubectl-mesh-registry}"
binary="$cache/bin/$program-$version"
if [ -x "$binary" ] || [ "${2:-}" = --where ]; then
  echo "$binary"
  exit
fi
command -v go >/dev/null || { echo "go is not on PATH: it builds $program for the live tests" >&2; exit 1; }

module="$cache/build/$program-$version"
part="$binary.part$$"
mkdir -p "$module" "$cache/bin"
trap 'rm -f "$part"' EXIT
cd "$module"
go_mod=$(go mod download -json "k8s.io/kubernetes@v$version" | sed -n 's/^[[:space:]]*"GoMod": "\(.*\)",*$/\1/p')
{
  echo "module mesh-registry.test/live"
  grep '^go ' "$go_mod"
  echo "require k8s.io/kubernetes v$version"
  sed -n "s#^[[:space:]]*\(k8s\.io/[^ ]*\) => \./staging.*#replace \1 => \1 $staging#p" "$go_mod"
} >go.mod
printf '//go:build tools\n\npackage tools\n\nimport _ "k8s.io/kubernetes/cmd/%s"\n' "$program" >tools.go

echo "building $program $version in $cache (some minutes, once)" >&2
ldflags="-s -w -X k8s.io/component-base/version.gitVersion=v$version -X k8s.io/component-base/version.gitMajor=1 -X k8s.io/component-base/version.gitMinor=34"
CGO_ENABLED=0 nice go build -mod=mod -trimpath -ldflags "$ldflags" -o "$part" "k8s.io/kubernetes/cmd/$program" >&2 &
build=$!
trap 'kill $build 2>/dev/null || true; rm -f "$part"' EXIT
trap 'exit 1' TERM INT HUP
# A build that takes minutes says that it goes on, and ends with whoever asked for it.
parent=$PPID
for ((seconds = 1; ; seconds++)); do
  kill -0 $build 2>/dev/null || break
  kill -0 $parent 2>/dev/null || exit 1
  ((seconds % 30)) || echo "still building $program: $seconds s" >&2
  sleep 1
done
wait $build
mv "$part" "$binary"
echo "$binary"
