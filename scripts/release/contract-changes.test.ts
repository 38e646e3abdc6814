import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { launch, run } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { root } from '../packages.ts'

test('changes of the contract since the last release are classified', async () => {
  const clone = join(await tempFolder(), 'clone')
  const here = fileURLToPath(root)
  await run('git', ['clone', '--quiet', '--shared', '--no-tags', here, clone])
  symlinkSync(join(here, 'node_modules'), join(clone, 'node_modules'))
  const script = join(here, 'scripts/release/contract-changes.ts')
  writeFileSync(join(clone, 'scripts/release/contract-changes.ts'), readFileSync(script))
  const classify = () =>
    launch(process.execPath, ['scripts/release/contract-changes.ts'], { cwd: clone }).ended
  const edit = (path: string, from: string, to: string) => {
    const text = readFileSync(join(clone, path), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(clone, path), text.replace(from, to))
  }

  expect(await classify()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^There is no/) })
  for (const tag of ['v7.0.0', 'v7.1.0-next.0']) await run('git', ['tag', tag], { cwd: clone })
  expect(await classify()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^## The contract since v7\.0\.0\n\n\*\*breaking\*\*: nothing\n\n\*\*added\*\*: nothing\n/,
    ),
  })

  edit(
    'graphql/schema.graphql',
    'type Query {',
    'type Added {\n  one: Int\n}\n\ntype Query {\n  added: Added',
  )
  expect(await classify()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('- schema.graphql: Query.added is new\n'),
  })
  edit('openapi/openapi.yaml', '    Account:\n', '    Renamed:\n')
  const { code, stdout } = await classify()
  expect(code).toBe(1)
  expect(stdout).toContain('- openapi.yaml components schemas Account is gone\n')
  expect(stdout).toContain('- openapi.yaml components schemas Renamed is new\n')
})
