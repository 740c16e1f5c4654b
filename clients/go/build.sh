#!/bin/sh
# Compiles a build. Its clock can be made to stand: the standard library's time.Now looks at time.Standing first.
set -eu
export CGO_ENABLED=0
mkdir overlay
clock="$(go env GOROOT)/src/time/time.go"
sed 's|^func Now() Time {|// Unix seconds at which the clock stands; 0: as on this machine.\nvar Standing int64\n\n&\n\tif Standing != 0 {\n\t\treturn Unix(Standing, 0)\n\t}|' "$clock" > overlay/time.go
grep -q '^var Standing int64' overlay/time.go
printf '{"Replace":{"%s":"%s/overlay/time.go"}}' "$clock" "$PWD" > overlay/overlay.json
go build -p 2 -mod=readonly -trimpath -buildvcs=false -overlay overlay/overlay.json -o out/worker .
