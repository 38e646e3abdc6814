#!/bin/sh
# Starts an image of the server and waits until it is healthy: sh server/test/container/smoke-test.sh photofeed-server:0.0.0
set -eu
container=$(docker run --detach --publish 127.0.0.1:4400:4400 "$1")
trap 'docker logs "$container"; docker rm --force "$container"' EXIT

attempt=0
until [ "$(docker inspect --format '{{.State.Health.Status}}' "$container")" = healthy ]; do
  attempt=$((attempt + 1))
  if [ "$attempt" -gt 60 ]; then
    echo "$1 was not healthy after 2 minutes." >&2
    exit 1
  fi
  sleep 2
done

status=$(curl --silent --output /dev/null --write-out '%{http_code}' http://127.0.0.1:4400/api/v1/me)
if [ "$status" != 401 ]; then
  echo "A request without a key had the status $status, not 401." >&2
  exit 1
fi
docker exec "$container" photofeed-server --version
docker stop "$container"
if [ "$(docker inspect --format '{{.State.ExitCode}}' "$container")" != 0 ]; then
  echo "$1 did not stop cleanly." >&2
  exit 1
fi
