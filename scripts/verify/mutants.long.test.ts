import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyRepository } from '../../test-support/repository-copy.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'

test('a change that no test misses is listed, and one that tests guard is not', async () => {
  const copy = await tempFolder()
  await copyRepository(copy)
  const path = join(copy, 'core/src/page.ts')
  const page = await readFile(path, 'utf8')
  const guarded = 'Math.min(requested ??'
  expect(page).toContain(guarded)
  await writeFile(path, `${page.replace(guarded, 'Math.max(requested ??')}const unread = 1\n`)
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@feed.example']
  for (const args of [
    ['init', '--quiet', '--initial-branch=main'],
    ['add', '--all'],
    [...author, 'commit', '--quiet', '--no-verify', '--message=Base'],
  ])
    execFileSync('git', args, { cwd: copy })
  await writeFile(path, `${page}const unread = 2\n`)
  const program = "import { showMutants } from './scripts/verify/mutants.ts'\nawait showMutants()"
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: copy,
    encoding: 'utf8',
  })
  expect(output).toMatch(
    /^– changes undone, \d+ s\. Tests pass without these, so that none guards them:\n {2}core\/src\/page\.ts:\d+\n {4}-const unread = 1\n {4}\+const unread = 2\n(?: {4}\(some tests had no time\)\n)?✓ changed lines broken in turn, /,
  )
  expect(output).not.toContain('Math.min')
}, 300_000)
