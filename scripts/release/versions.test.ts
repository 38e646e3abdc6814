import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { packageFolders, readManifest, root } from '../packages.ts'

test('no test names the version of a package, which the next release changes', () => {
  const versions = packageFolders.map((folder) =>
    readManifest(folder).version.replaceAll('.', '\\.'),
  )
  const literal = `["'\`@ v](${versions.join('|')})["'\`\\\\ ]`
  const args = ['grep', '--untracked', '-nP', literal, '--', '*test*.ts', '*test*.tsx']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  // 1: nothing was found.
  expect([status, stdout]).toEqual([1, ''])
})
