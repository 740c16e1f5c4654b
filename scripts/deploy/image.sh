#!/bin/sh
# Carries out the steps of a Dockerfile's last stage on a copy of this machine's file system, and runs its service in it:
# an unprivileged user without capabilities, a root that cannot be written, and its own volume. Nothing of the machine
# itself is changed. Started by image.ts in a mount and process namespace of its own.
#   $1 folder for the copy   $2 folder of /packed   $3 folder of the volume   $4 folder of secrets
#   $5 steps, one script   $6 command   $7 path of the volume
set -eu
mount --make-rprivate /
mount -t tmpfs -o size=2g tmpfs "$1"
mkdir -p "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
mount -t proc proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mkdir -p "$1/root/packed" "$1/root/run/assay" "$1/root$7"
cp "$2"/*.tgz "$1/root/packed/"
chroot "$1/root" /bin/sh -euc "$5"
mkdir -p "$3"
cp -a "$1/root$7/." "$3/"
chown --reference="$1/root$7" "$3"
chmod --reference="$1/root$7" "$3"
mount -o remount,ro "$1/root"
mount -t tmpfs tmpfs "$1/root/tmp"
mount --bind "$3" "$1/root$7"
mount --bind "$4" "$1/root/run/assay"
exec chroot "$1/root" setpriv --reuid 1000 --regid 1000 --clear-groups --no-new-privs --bounding-set -all /bin/sh -euc "$6"
