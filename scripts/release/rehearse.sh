#!/usr/bin/env bash
# Rehearses a release of the commit that is checked out: versions, tests, packs, publishes and tags a clone as the release workflow
# does, but with a registry and a remote on this machine. Then follows the beginning of each README in an empty folder, and
# releases again without a changeset.
set -euo pipefail
source="$PWD"
work="$(mktemp --directory)"
trap '[ -z "${verdaccio:-}" ] || kill "$verdaccio"; rm -rf "$work"' EXIT
trap 'echo "This failed. Repair it, commit, and run \`npm run release:rehearse\` again." >&2' ERR
step() { echo "== $1 (after $SECONDS s)"; }

# As root, the tests run PostgreSQL as another user, from this folder.
chmod 755 "$work"
mkdir "$work"/{home,bin,temp,registry}
# As in a new terminal: this Node, without settings of the npm that runs this, and without commands of this repository.
ln -s "$(command -v node)" "$work/bin/node"
PATH="$work/bin:$(tr ':' '\n' <<< "$PATH" | grep --invert-match node_modules | paste --serial --delimiters :)"
export PATH TMPDIR="$work/temp"
for name in $(compgen -e | grep --ignore-case '^npm_'); do unset "$name"; done

step 'Start Verdaccio, which has our packages and passes requests for others on'
cd "$work/registry"
# verdaccio 6.10.4 depends on a tag of node-fetch that some registries lack.
echo '{ "private": true, "overrides": { "node-fetch": "2.7.0" } }' > package.json
npm install --no-audit --no-fund verdaccio@6.10.4
cat > config.yaml << END
storage: ./storage
uplinks: { npm: { url: '$(npm config get registry)' } }
packages:
  '@photofeed/*': { access: \$all, publish: \$all }
  '**': { access: \$all, proxy: npm }
max_body_size: 100mb
END
registry=http://127.0.0.1:4873/
node node_modules/.bin/verdaccio --config config.yaml --listen "$registry" > log.txt 2>&1 &
verdaccio=$!
curl --silent --output /dev/null --retry 60 --retry-connrefused --retry-delay 1 "$registry"
printf 'registry=%s\n%s:_authToken=rehearsal\n' "$registry" "${registry#http:}" > "$work/home/.npmrc"

step 'Clone'
git clone --quiet --bare --no-tags "$source" "$work/remote"
# Spaces and letters beyond ASCII break what is not quoted.
repository="$work/a wörk folder"
git clone --quiet "$work/remote" "$repository"
cd "$repository"
git config user.name photofeed
git config user.email ''
npm ci --prefer-offline --no-audit --no-fund

step 'Apply the changesets'
node scripts/release/version.ts
npm ci --dry-run > "$work/log.txt"
for folder in sdk element mock-server contract server; do
  grep "^## $(node --print "require('./$folder/package.json').version")$" "$folder/CHANGELOG.md"
done
git add --all
git diff --cached --quiet || git commit --quiet --message Version

step 'Test'
npm test
step 'Carry out the Containerfile'
npx vitest run --mode long server/test/container
step 'Pack'
npm run pack

step 'Publish and tag, twice as after a failure'
export HOME="$work/home"
node scripts/release/publish.ts dist
[ "$(node scripts/release/publish.ts dist | grep --count 'is on npm already')" = 5 ]
version="$(node --print "require('./contract/package.json').version")"
git ls-remote --tags origin | tee "$work/tags.txt"
head="$(git rev-parse HEAD)"
diff <(sort "$work/tags.txt") <(printf "$head\trefs/tags/v%s\n" "${version%%.*}" "$version")

for folder in . sdk element mock-server contract server; do
  step "Follow $folder/README.md"
  cd "$(mktemp --directory --tmpdir="$work")"
  node "$repository/scripts/release/follow-readme.ts" "$folder"
done

step 'Release again without a changeset'
cd "$repository"
node scripts/release/version.ts
[ -z "$(git status --porcelain)" ]
[ "$(node scripts/release/publish.ts dist | grep --count 'is on npm already')" = 5 ]
step 'The release was rehearsed'
