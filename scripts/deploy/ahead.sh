#!/bin/sh
# ahead.sh <days> <command…>: every program of the command, whatever its environment, sees a clock that many days ahead.
# Wants a mount namespace of its own (unshare --mount): only there does /etc name libfaketime.
set -eu
days=$1
shift
upper=$(mktemp -d)
mount -t tmpfs tmpfs "$upper"
mkdir "$upper/up" "$upper/work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$upper/up,workdir=$upper/work" /etc
echo "+${days}d" >/etc/faketimerc
ls /usr/lib/*/faketime/libfaketimeMT.so.1 >/etc/ld.so.preload
export DONT_FAKE_MONOTONIC=1 FAKETIME_DONT_FAKE_MONOTONIC=1
exec "$@"
