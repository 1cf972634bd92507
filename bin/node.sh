#!/bin/sh
# Becomes the Node that find-node.cjs finds:  bin/node.sh server/main.ts
here=$(cd "$(dirname "$0")" && pwd)
# Any Node can look for it. A machine without one, such as a container, has that of the packages.
any=${npm_node_execpath:-$(command -v node || echo "$here"/../node_modules/node-*/bin/node)}
node=$("$any" "$here/find-node.cjs") || exit
# Programs that this one starts, such as vitest, look for `node` by name.
case $node in */node_modules/*) PATH=$(dirname "$node"):$PATH ;; esac
# Node keeps compiled code here, which saves a third of the CPU time of a start. Where it cannot write, it does without.
NODE_COMPILE_CACHE=${NODE_COMPILE_CACHE-$here/../node_modules/.cache/node}
export PATH NODE_COMPILE_CACHE
exec "$node" "$@"
