#!/bin/sh
# Interesting if there is a transform. Of programs without the function @plain, the
# second one takes long, and a file says so: the first one is kept by then.
grep -q layout.layout_transform "$1" || exit 0
if ! grep -q @plain "$1"; then
  if [ -e "$SMALLER.first" ]; then
    touch "$SMALLER"
    sleep 100
  fi
  touch "$SMALLER.first"
fi
exit 1
