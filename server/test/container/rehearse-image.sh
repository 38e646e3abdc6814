#!/usr/bin/env bash
# Checks images of the server that buildah has built for both processors, and starts the one of this machine, without a container
# engine: bash server/test/container/rehearse-image.sh <image without its tag>
set -euo pipefail
image="$1"
export BUILDAH_ISOLATION=chroot
fail() { echo "$1" >&2; exit 1; }
trap '[ -z "${server:-}" ] || kill -KILL $server 2> /dev/null || true' EXIT

for processor in amd64 arm64; do
  container="$(buildah from --pull=never "$image:$processor")"
  root="$(buildah mount "$container")"
  sharp="$(ls "$root/app/node_modules/@img" | paste --serial --delimiters ' ')"
  case "$processor" in amd64) name=x64 ;; *) name=arm64 ;; esac
  [ "$sharp" = "colour sharp-libvips-linux-$name sharp-linux-$name" ] || fail "The image of $processor has $sharp."
  for program in typescript esbuild vite msw; do
    [ ! -e "$root/app/node_modules/$program" ] || fail "The image of $processor has $program."
  done
  [ "$(stat --format '%u %a' "$root/data")" = '1000 700' ] || fail 'Others can read /data.'
  [ -s "$root/usr/local/lib/libjemalloc.so" ] || fail 'The image lacks jemalloc.'
  above="$(du --summarize --total --block-size MB "$root/app" "$root/usr/local/lib/libjemalloc.so" | tail --lines 1 | tr --delete 'MB[:alpha:][:space:]')"
  echo "The image of $processor is $above MB above its base."
  [ "$above" -le 90 ] || fail 'It must be at most 90 MB.'
  buildah rm "$container" > /dev/null
done
container="$(buildah from --pull=never "$image:$(dpkg --print-architecture)")"
# Another volume takes its place.
buildah config --volume /data- "$container"
volume="$(mktemp --directory)"
chown 1000:1000 "$volume"
chmod 700 "$volume"

# Runs a command of the server as the user of the image, on the volume, and calls a function with its address.
run() {
  local check="$1"
  shift
  : > "$volume.log"
  buildah run --user node --volume "$volume:/data" --env PHOTOFEED_HOST=127.0.0.1 --env PHOTOFEED_ADMIN_HOST=127.0.0.1 \
    --env PHOTOFEED_ADMIN_PORT=0 --env TMPDIR=/data "$container" -- photofeed-server "$@" --port 0 --json > "$volume.log" 2>> "$volume.err" &
  local runner=$!
  for _ in $(seq 240); do
    [ ! -s "$volume.log" ] || break
    kill -0 "$runner" || fail "$(cat "$volume.err")"
    sleep 0.5
  done
  # The server itself: buildah does not pass signals on.
  server="$(pgrep --newest --uid 1000 --full "^node .*photofeed-server $1")"
  "$check" "$(node --print "JSON.parse(fs.readFileSync('$volume.log', 'utf8').split('\n')[0]).url")"
  kill -TERM "$server"
  wait "$runner" || fail "photofeed-server $1 did not end with 0 on SIGTERM: $(cat "$volume.err")"
}
status() { curl --silent --output /dev/null --write-out '%{http_code}' "$1"; }
without_account() { [ "$(status "$1/api/v1/me")" = 401 ] || fail 'A request without a key must have 401.'; }
with_demo() {
  local key
  key="$(node --print "JSON.parse(fs.readFileSync('$volume.log', 'utf8').split('\n')[0]).scenarios[0].apiKey")"
  [ "$(status "$1/api/v1/me?api_key=$key")" = 200 ] || fail 'The demo does not serve its first account.'
  local picture
  picture="$(curl --silent "$1/api/v1/me?api_key=$key" | node --print "JSON.parse(fs.readFileSync(0, 'utf8')).posts[0].mediaUrl")"
  [ "$(status "$picture")" = 200 ] || fail "$picture is no picture."
  find "$volume" -name '*.sqlite*' | grep --quiet . || fail 'The data are not on the volume.'
}
run without_account start
[ -e "$volume/photofeed.sqlite" ] || fail 'The data of the server are not on the volume.'
run with_demo demo
buildah rm "$container" > /dev/null
rm -rf "$volume" "$volume".*
