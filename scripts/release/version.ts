// The version step of a release: the release workflow and the rehearsal run it.
// Applies the changesets, then brings the lockfile and the generated files up to date.
import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { root } from '../packages.ts'

const commands = [
  'npx changeset version',
  'npm install --package-lock-only --ignore-scripts --no-audit --no-fund',
  'npm run generate',
]

// `changeset version` fails if there is nothing to do.
if (readdirSync(new URL('.changeset', root)).some((file) => file.endsWith('.md'))) {
  for (const command of commands) execFileSync(command, { stdio: 'inherit', shell: true })
} else {
  console.log('No changeset is pending: all versions stay as they are.')
}
