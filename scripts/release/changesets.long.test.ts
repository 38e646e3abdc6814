import { appendFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { launch, run } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { root } from '../packages.ts'

const all = ['sdk', 'element', 'mock-server', 'contract', 'server']

test('each package whose users get a changed file needs a changeset, and no other', async () => {
  const clone = join(await tempFolder(), 'clone')
  const here = fileURLToPath(root)
  await run('git', ['clone', '--quiet', '--shared', here, clone])
  for (const path of ['node_modules', 'server/node_modules', 'mock-server/src/generated'])
    symlinkSync(join(here, path), join(clone, path))
  // `.gitignore` names folders, and these are links.
  appendFileSync(join(clone, '.git/info/exclude'), 'node_modules\n')
  cpSync(join(here, '.cache/bundled'), join(clone, '.cache/bundled'), { recursive: true })
  const git = (...args: string[]) =>
    run('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], { cwd: clone })
  const commit = async () => {
    await git('add', '--all')
    await git('commit', '--quiet', '--message', 'change')
  }
  const check = () =>
    launch(process.execPath, ['scripts/release/changesets.ts', 'HEAD~1'], { cwd: clone }).ended
  /** The packages that need a changeset after a change. */
  const needing = async (change: () => void): Promise<string[]> => {
    change()
    await commit()
    const { code, stderr } = await check()
    await git('reset', '--quiet', '--hard', 'HEAD~1')
    const names = [...stderr.matchAll(/^@photofeed\/(\S+) needs/gm)].map(([, name = '']) => name)
    expect(code, stderr).toBe(names.length > 0 ? 1 : 0)
    return names
  }
  const edit = (path: string) => () => appendFileSync(join(clone, path), '\n')

  for (const [path, packages] of [
    ['core/src/accounts.ts', ['mock-server', 'server']],
    ['openapi/openapi.yaml', ['sdk']],
    ['openapi/src/generated/contract.ts', all],
    ['design/src/tokens.ts', ['mock-server', 'contract', 'server']],
    ['element/editor/editor.ts', ['element', 'server']],
    ['server/demo/create-demo.ts', ['server']],
    ['server/browser/playground/render.ts', ['server']],
    ['server/deploy/nginx.conf', ['server']],
    ['server/Containerfile', ['server']],
    ['contract/action.yml', ['contract']],
    ['sdk/README.md', ['sdk']],
    ['LICENSE', all],
    ...['server/test/cli/demo.test.ts', 'docs/operations.md', 'scripts/screenshots.ts'].map(
      (path) => [path, []] as const,
    ),
  ] as const) {
    expect([path, await needing(edit(path))]).toEqual([path, packages])
  }

  // A security update of a package that is bundled reaches users only with a release.
  const lockfile = join(clone, 'package-lock.json')
  const update = (name: string) => () => {
    const lock = JSON.parse(readFileSync(lockfile, 'utf8'))
    lock.packages[`node_modules/${name}`].version += '-next'
    writeFileSync(lockfile, JSON.stringify(lock, null, 2))
  }
  expect(await needing(update('graphql-request'))).toEqual([
    'sdk',
    'element',
    'mock-server',
    'server',
  ])
  expect(await needing(update('jsdom'))).toEqual([])

  const changeset = (text: string) => () => {
    edit('core/src/accounts.ts')()
    writeFileSync(join(clone, '.changeset/fix.md'), text)
  }
  expect(await needing(changeset("---\n'@photofeed/server': patch\n---\n\nFix.\n"))).toEqual([
    'mock-server',
  ])
  expect(await needing(changeset('---\n---\n'))).toEqual([])
  // What the SDK says of a file is enough for packages that share its version.
  for (const path of ['sdk/src/client/retry.ts', 'openapi/src/generated/contract.ts']) {
    const described = () => {
      edit(path)()
      const text = "---\n'@photofeed/sdk': patch\n---\n\nFix.\n"
      writeFileSync(join(clone, '.changeset/fix.md'), text)
    }
    expect(await needing(edit(path))).toContain('server')
    expect(await needing(described)).toEqual(['server'])
  }
  // Sizes follow from the packages that a package bundles.
  const readme = join(clone, 'element/README.md')
  const resize = () =>
    writeFileSync(readme, readFileSync(readme, 'utf8').replace(/[\d.]+ kB \|/, '99.9 kB |'))
  expect(await needing(resize)).toEqual([])

  // A number of an earlier plan, and a text that a later test would not find.
  const labels = join(clone, 'server/src/labels.ts')
  const limited = () => {
    const text = readFileSync(labels, 'utf8').replace("'Replace the code'", "'Renew the code'")
    writeFileSync(labels, text)
    writeFileSync(join(clone, 'server/src/limit.ts'), 'export const limit = 24_000\n')
    const words = "---\n'@photofeed/server': patch\n---\n\nIt works for 12 hours, at most 24.\n"
    writeFileSync(join(clone, '.changeset/fix.md'), words)
  }
  limited()
  await commit()
  const { code, stderr } = await check()
  expect([code, stderr]).toEqual([
    1,
    '.changeset/fix.md says 12, which is neither in the change nor beside it.\nserver/src/labels.ts: Write replaceCode: \'Renew the code\', // formerly "Replace the code"\nserver/src/labels.ts: Say in a changeset: "Replace the code" is now "Renew the code".\n',
  ])
})
