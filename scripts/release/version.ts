// The version step of a release: the release workflow and the rehearsal run it.
// Applies the changesets, then brings the lockfile and the generated files up to date.
import { execFileSync } from 'node:child_process'

for (const command of [
  'npx changeset version',
  'npm install --package-lock-only --ignore-scripts --no-audit --no-fund',
  'npm run generate',
]) {
  execFileSync(command, { stdio: 'inherit', shell: true })
}
