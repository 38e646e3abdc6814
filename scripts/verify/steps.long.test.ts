import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { ended } from './steps.ts'

test('a run that is stopped says why a test failed before', async () => {
  const cwd = await tempFolder()
  await symlink(join(import.meta.dirname, '../../node_modules'), join(cwd, 'node_modules'))
  await writeFile(join(cwd, 'package.json'), '{ "type": "module" }')
  await writeFile(
    join(cwd, 'a.test.js'),
    `import { expect, test } from 'vitest'
test('fails', () => expect('found').toBe('expected'))
test('never ends', () => new Promise(() => {}), 600_000)`,
  )
  const reporter = join(import.meta.dirname, 'failures.ts')
  const command = `vitest --run --reporter=default --reporter=${reporter}`
  const { isPassed, isStopped, output } = await ended({ name: 'tests', command, cwd, limit: 8000 })
  expect([isPassed, isStopped]).toEqual([false, true])
  expect(output).toContain("FAIL a.test.js > fails\nexpected 'found' to be 'expected'")
})
