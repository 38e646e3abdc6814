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
  const { steps } = workflows['release.yml'].jobs['pull-request']
  const script: string = steps.at(-1).run
  const started = [...script.matchAll(/gh workflow run (\S+)/g)].map(([, name]) => name)
  expect(started).toEqual(['ci.yml', 'image.yml'])
  for (const name of started) expect(workflows[name ?? ''].on).toHaveProperty('workflow_dispatch')
})

interface Job {
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}

test('a job that installs packages has no credentials', () => {
  const jobs = Object.values(workflows).flatMap(({ permissions, jobs }) =>
    Object.entries<Job>(jobs).map(([name, job]) => ({ name, permissions, ...job })),
  )
  const installing = jobs.filter(({ steps }) =>
    steps.some(({ run }) => /\bnpm (ci|install|run|test)\b|\bnpx\b/.test(run ?? '')),
  )
  expect(installing.length).toBeGreaterThan(8)
  for (const { name, permissions = {}, steps } of installing) {
    expect(Object.entries(permissions), name).toEqual([['contents', 'read']])
    for (const step of steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))) {
      expect(step.with, name).toMatchObject({ 'persist-credentials': false })
    }
  }
})

test('every action of others is pinned by a commit, whose version a comment names', () => {
  for (const name of names) {
    for (const [line] of readText(`.github/workflows/${name}`).matchAll(/uses: .*$/gm)) {
      expect(line, name).toMatch(/^uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    }
  }
})
