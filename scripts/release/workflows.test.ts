import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { packageFolders, readManifest, readText, root } from '../packages.ts'

const names = readdirSync(new URL('.github/workflows/', root))
const workflows = Object.fromEntries(
  names.map((name) => [name, parse(readText(`.github/workflows/${name}`))]),
)

test('the lowest Node that each package promises is tried', () => {
  const { include } = workflows['ci.yml'].jobs['lowest-node'].strategy.matrix
  expect(include).toEqual(
    packageFolders.map((folder) => ({
      package: folder,
      node: readManifest(folder).engines.node.replace('>=', ''),
    })),
  )
})

test('scheduled and releasing workflows do nothing in a fork', () => {
  const jobs = [
    workflows['release.yml'].jobs.mode,
    workflows['nightly.yml'].jobs.long,
    workflows['nightly.yml'].jobs.rehearsal,
  ]
  for (const job of jobs) {
    expect(job.if).toMatch(/^github\.repository == 'photofeed\/photofeed'/)
  }
  // The other jobs of a release need the first one.
  for (const [name, { needs }] of Object.entries<{ needs?: string }>(
    workflows['release.yml'].jobs,
  )) {
    if (name !== 'mode') expect(needs, name).toBeDefined()
  }
})

test('the checks of the release pull request can be started', () => {
  const { steps } = workflows['release.yml'].jobs.version
  const script: string = steps.at(-1).run
  const started = [...script.matchAll(/gh workflow run (\S+)/g)].map(([, name]) => name)
  expect(started).toEqual(['ci.yml', 'image.yml'])
  for (const name of started) expect(workflows[name ?? ''].on).toHaveProperty('workflow_dispatch')
})

test('every action of others is pinned by a commit, whose version a comment names', () => {
  for (const name of names) {
    for (const [line] of readText(`.github/workflows/${name}`).matchAll(/uses: .*$/gm)) {
      expect(line, name).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  }
})
