#!/usr/bin/env bash
# Rehearses releases of the commit that is checked out with the shell steps of the workflows, but with a registry and a remote on
# this machine, and with programs in the place of `gh` and of Docker's registry that only remember. In a bare Debian it installs and
# tests, then it releases, with one failure in each step; follows the beginning of each README; builds and starts the image; and
# releases a prerelease and a patch of an old version. Needs root, buildah and debootstrap for Debian and the image.
set -euo pipefail
source="$PWD"
if [ "$(git rev-parse --is-shallow-repository)" = true ]; then
  echo 'The rehearsal needs the whole history, because changelogs name the commits of changesets: git fetch --unshallow' >&2
  exit 1
fi
for program in buildah debootstrap; do
  command -v "$program" > /dev/null || { echo "The rehearsal needs $program: apt-get install $program" >&2; exit 1; }
done
work="$(mktemp --directory)"
trap '[ -z "${verdaccio:-}" ] || kill "$verdaccio"; [ -z "${containers:-}" ] || buildah rm $containers > /dev/null; rm -rf "$work"' EXIT
trap 'echo "This failed. Repair it, commit, and run \`npm run release:rehearse\` again." >&2' ERR
folders="$(node --eval "import('./scripts/packages.ts').then((found) => console.log(...found.packageFolders))")"
step() { echo "== $1 (after $SECONDS s)"; }

# As root, the tests run PostgreSQL as another user, from this folder.
chmod 755 "$work"
mkdir "$work"/{home,bin,temp,registry,github}
# As in a new terminal: this Node, without settings of the npm that runs this, and without commands of this repository.
ln -s "$(command -v node)" "$work/bin/node"
PATH="$work/bin:$(tr ':' '\n' <<< "$PATH" | grep --invert-match node_modules | paste --serial --delimiters :)"
for name in $(compgen -e | grep --ignore-case '^npm_'); do unset "$name"; done
export PATH TMPDIR="$work/temp" BUILDAH_ISOLATION=chroot NPM_CONFIG_PREFER_OFFLINE=true
# A release on GitHub is a file here; a tag of an image is a line. Each fails once if a file says so.
cat > "$work/bin/gh" << END
#!/bin/sh
echo "gh \$*" | head --lines 1 >> "$work/calls.txt"
[ "\$1" = release ] || exit 0
[ "\$2" = view ] && exec test -e "$work/github/\$(echo "\$3" | tr / _)"
if [ -e "$work/fail-gh" ] && echo "\$3" | grep --quiet contract; then rm "$work/fail-gh"; exit 1; fi
touch "$work/github/\$(echo "\$3" | tr / _)"
END
cat > "$work/bin/docker" << END
#!/bin/sh
if [ "\$1" != login ] && [ -e "$work/fail-docker" ]; then rm "$work/fail-docker"; exit 1; fi
echo "docker \$*" >> "$work/calls.txt"
END
chmod +x "$work"/bin/{gh,docker}

step 'Start Verdaccio, which has our packages and passes requests for others on'
cd "$work/registry"
# verdaccio 6.10.4 depends on a tag of node-fetch that some registries lack.
echo '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }' > package.json
npm install --no-audit --no-fund --prefer-offline verdaccio@6.10.4
cat > config.yaml << END
storage: ./storage
uplinks: { npm: { url: '$(npm config get registry)' } }
packages:
  '@photofeed/*': { access: \$all, publish: \$all }
  '**': { access: \$all, proxy: npm }
max_body_size: 100mb
END
registry="http://127.0.0.1:$(node --print "const server = require('net').createServer().listen(0); const { port } = server.address(); server.close(); port")/"
start_registry() {
  (cd "$work/registry" && exec node node_modules/.bin/verdaccio --config config.yaml --listen "$registry" >> log.txt 2>&1) &
  verdaccio=$!
  curl --silent --output /dev/null --retry 60 --retry-connrefused --retry-delay 1 "$registry"
}
start_registry
printf 'registry=%s\n%s:_authToken=rehearsal\nfetch-retries=0\n' "$registry" "${registry#http:}" > "$work/home/.npmrc"
at_home() { HOME="$work/home" NPM_CONFIG_PREFER_OFFLINE=false "$@"; }

step 'Clone'
git clone --quiet --bare --no-tags "$source" "$work/remote"
git -C "$work/remote" update-ref refs/heads/main "$(git -C "$source" rev-parse HEAD)"
git -C "$work/remote" symbolic-ref HEAD refs/heads/main
# Spaces and letters beyond ASCII break what is not quoted.
repository="$work/a wörk folder"
git clone --quiet "$work/remote" "$repository"
cd "$repository"
git config user.name photofeed
git config user.email ''
# The maintainers name an address before the first release.
sed --in-place s/photofeed.example/photofeed.test/ CODE_OF_CONDUCT.md
git commit --all --quiet --allow-empty --message Address
git push --quiet origin HEAD:main
export GITHUB_REF=refs/heads/main GITHUB_REF_NAME=main BRANCH=changeset-release/main RUNNER_TEMP="$work/temp"
export MODE=publish GITHUB_TOKEN=rehearsal GITHUB_ACTOR=rehearsal GITHUB_OUTPUT="$work/output.txt"
steps() { node "$source/scripts/release/steps.ts" "$@" > "$work/steps.sh"; cat "$work/steps.sh" >> "$work/all-steps.txt"; }
run_steps() { steps "$@" && GITHUB_SHA="$(git rev-parse HEAD)" bash -eu "$work/steps.sh"; }

# Applies the changesets with some of the job's steps, opens the pull request and merges it.
version() {
  run_steps release.yml version "$@"
  mv versions.patch "$work/temp/"
  git reset --quiet --hard
  run_steps release.yml pull-request
  git switch --quiet "$GITHUB_REF_NAME"
  git merge --quiet --ff-only "$BRANCH"
  git branch --quiet --delete "$BRANCH"
  git push --quiet origin "HEAD:$GITHUB_REF_NAME"
}
pack() {
  rm -rf dist
  run_steps release.yml pack 'run pack' sha256sum
  HASHES="$(sed '1d;$d' "$GITHUB_OUTPUT")"
  rm "$GITHUB_OUTPUT"
  export HASHES
}
publish() { at_home run_steps release.yml publish "$@"; }
tag_of() { curl --silent "$registry@photofeed%2f$1" | node --print "JSON.parse(fs.readFileSync(0, 'utf8'))['dist-tags']['$2']"; }
expect() { [ "$1" = "$2" ] || { echo "Expected $2, not $1" >&2; false; }; }

step 'Apply the changesets, and open the pull request'
version
for folder in $folders; do
  grep "^## $(node --print "require('./$folder/package.json').version")$" "$folder/CHANGELOG.md"
done

step 'Install and test in a bare Debian'
if ! buildah inspect localhost/photofeed-debian > /dev/null 2>&1; then
  debootstrap --variant=minbase bookworm "$work/debian" http://deb.debian.org/debian > "$work/log.txt"
  debian="$(buildah from scratch)"
  buildah add --quiet "$debian" "$work/debian" / > /dev/null
  buildah commit --quiet --rm "$debian" localhost/photofeed-debian > /dev/null
  rm -rf "$work/debian"
fi
# Node and npm are where actions/setup-node and the image of Node have them.
node_base="$(buildah from localhost/photofeed-debian)"
containers="$node_base"
npm="$(dirname "$(dirname "$(readlink --canonicalize "$(command -v npm)")")")"
buildah copy --quiet "$node_base" "$(readlink --canonicalize "$work/bin/node")" /usr/local/bin/node > /dev/null
buildah copy --quiet "$node_base" "$npm" /usr/local/lib/node_modules/npm > /dev/null
# The registry of this machine may have a certificate of its own.
buildah copy --quiet "$node_base" /etc/ssl/certs/ca-certificates.crt /etc/registry.crt > /dev/null
in_debian() { buildah run --env NPM_CONFIG_CAFILE=/etc/registry.crt --env NPM_CONFIG_UPDATE_NOTIFIER=false --env GITHUB_WORKSPACE=/work "$@"; }
in_debian "$node_base" -- sh -ec 'groupadd --gid 1000 node; useradd --uid 1000 --gid node --create-home node
  for name in npm npx; do ln --symbolic ../lib/node_modules/npm/bin/$name-cli.js /usr/local/bin/$name; done'
buildah config --env PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin --env NPM_CONFIG_CAFILE=/etc/registry.crt "$node_base"
buildah commit --quiet "$node_base" localhost/photofeed-node > /dev/null
git clone --quiet "$work/remote" "$work/bare"
# All tests have run before this, and run again for the pull request; here are those of commands and packages, and one in a browser.
steps ci.yml test
sed --in-place 's|^npm test$|npm run check \&\& npx vitest run scripts/release examples {server,contract,mock-server}/test/cli server/test/container element/test/owner-link|' "$work/steps.sh"
cp "$work/steps.sh" "$work/bare/steps.sh"
in_debian --volume "$work/bare:/work" --workingdir /work "$node_base" -- bash -eu steps.sh
rm -rf "$work/bare"

step 'Pack on a clean machine'
rm -rf node_modules
run_steps release.yml pack 'npm ci'
pack

step 'Build the image of the server for two processors, and that of the tools'
sed --regexp-extended 's|node:24-slim@sha256:[0-9a-f]+|localhost/photofeed-node|' server/Containerfile > "$work/Containerfile"
for processor in amd64 arm64; do
  # As with BuildKit, the first stage runs on the processor of this machine.
  buildah build --quiet --format docker --pull=never --layers --build-arg "TARGETARCH=$processor" --file "$work/Containerfile" \
    --tag "localhost/photofeed-server:$processor" . > /dev/null
done
bash "$repository/server/test/container/rehearse-image.sh" localhost/photofeed-server
sed --regexp-extended 's|node:24-slim@sha256:[0-9a-f]+|localhost/photofeed-node|' contract/Containerfile > "$work/Containerfile"
buildah build --quiet --format docker --pull=never --layers --file "$work/Containerfile" --tag localhost/photofeed-tools . > /dev/null
tools="$(buildah from --pull=never localhost/photofeed-tools)"
for program in photofeed-mock photofeed-contract; do buildah run --user node "$tools" -- "$program" --version; done
buildah rm "$tools" > /dev/null
export IMAGE_DIGEST="sha256:$(buildah inspect --type image --format '{{.FromImageID}}' localhost/photofeed-server:amd64)"

step 'Look for what would stop the release, before the names are reserved and after'
if publish Compare; then false; fi
at_home node scripts/release/reserve.ts
publish Compare

step 'Release, with a failure in each step'
printf '#!/bin/sh\nexit 1\n' > "$work/remote/hooks/pre-receive"
chmod +x "$work/remote/hooks/pre-receive"
if publish Compare 'Tag the commit'; then false; fi
rm "$work/remote/hooks/pre-receive"
publish Compare 'Tag the commit'
(until curl --silent "$registry@photofeed%2felement" | grep --quiet '"1.0.0"'; do sleep 0.1; done; kill "$verdaccio") &
if publish Compare 'Publish to npm'; then false; fi
kill "$!" "$verdaccio" 2> /dev/null || true
wait "$verdaccio" || true
start_registry
[ "$(tag_of sdk latest) $(tag_of server latest)" = '1.0.0 0.0.0-reserved' ]
publish Compare 'Publish to npm'
touch "$work/fail-docker"
if publish 'Tag the image'; then false; fi
publish 'Tag the image'
touch "$work/fail-gh"
if publish 'Create the releases'; then false; fi
publish

step 'Look at what is public'
for folder in $folders; do
  expect "$(tag_of "$folder" latest)" 1.0.0
  npm pack --silent --dry-run --registry "$registry" --json "@photofeed/$folder" | grep --quiet CHANGELOG.md
done
expect "$(ls "$work/github" | wc --lines)" 5
expect "$(git ls-remote origin 'refs/tags/v1*' | cut --fields 2 | paste --serial --delimiters ' ')" 'refs/tags/v1 refs/tags/v1.0.0'
grep --quiet -- '--tag ghcr.io/photofeed/photofeed-server:latest' "$work/calls.txt"

for folder in . $folders; do
  step "Follow $folder/README.md"
  cd "$(mktemp --directory --tmpdir="$work")"
  at_home node "$repository/scripts/release/follow-readme.ts" "$folder"
done
cd "$repository"

step 'Release again without a changeset'
node scripts/release/version.ts
expect "$(git status --porcelain)" ''
publish | grep 'is on npm already' | wc --lines | grep --quiet '^5$'

# Releases a change of the SDK, which its three companions follow.
change() {
  printf -- '---\n"@photofeed/sdk": %s\n---\n\nA change.\n' "$1" > .changeset/change.md
  git add --all
  git commit --quiet --message Change
  git push --quiet origin "HEAD:$GITHUB_REF_NAME"
  version version.ts 'git add'
  pack
  publish
}
step 'Release a prerelease'
npx changeset pre enter next
change minor
expect "$(tag_of sdk latest) $(tag_of sdk next)" '1.0.0 1.1.0-next.0'
step 'Release the version that it leads to'
npx changeset pre exit
change patch
expect "$(tag_of sdk latest) $(tag_of server latest)" '1.1.0 1.0.0'
expect "$(git ls-remote origin refs/tags/v1 | cut --fields 1)" "$(git rev-parse HEAD)"
step 'Patch the old version from its branch'
git switch --quiet --create release/1.0 v1.0.0
export GITHUB_REF=refs/heads/release/1.0 GITHUB_REF_NAME=release/1.0 BRANCH=changeset-release/release/1.0
change patch
expect "$(tag_of sdk latest) $(tag_of sdk latest-1.0)" '1.1.0 1.0.1'
expect "$(git ls-remote origin refs/tags/v1 | cut --fields 1)" "$(git rev-parse main)"
step 'The release was rehearsed'
