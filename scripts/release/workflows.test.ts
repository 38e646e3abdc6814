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

test.each([
  ['.github/workflows/ci.yml', /run: npm pack (.*)/, /--workspace @photofeed\/(\S+)/g],
  ['.github/ISSUE_TEMPLATE/bug.yml', /options:(.*)validations/s, /@photofeed\/([^']+)/g],
  ['docs/decisions/013-release.md', /(for name in .*; do)/, /(?<=[ (])(?!for|name|in|do)[a-z-]+/g],
])('%s names the packages of the list', (file, place, name) => {
  const [, listed = ''] = place.exec(readText(file)) ?? []
  expect(Array.from(listed.matchAll(name), ([all, found]) => found ?? all)).toEqual(packageFolders)
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

interface Job {
  'runs-on': string
  needs?: string[]
  container?: { image: string }
  permissions?: Record<string, string>
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[]
}

test('what is published is packed on a clean machine, tested, and published in steps that can be repeated', () => {
  const { pack, test: tests, publish } = workflows['release.yml'].jobs as Record<string, Job>
  const lines = (job: Job | undefined) => job?.steps.map(({ run = '' }) => run) ?? []
  expect(lines(pack).filter((line) => line.startsWith('npm'))).toEqual([
    'npm ci --ignore-scripts',
    'npm run pack',
  ])
  expect(tests?.steps.at(-1)).toMatchObject({
    run: 'npm run test:long',
    env: { TEST_PACKED: 'true' },
  })
  expect(publish?.needs).toEqual(['mode', 'pack', 'test', 'image', 'image-arm64'])
  const steps = lines(publish).flatMap((line) => /node \S+release\.ts (\w+)/.exec(line)?.[1] ?? [])
  expect(steps).toEqual(['check', 'tags', 'npm', 'image', 'releases'])
  const { options } = workflows['release.yml'].on.workflow_dispatch.inputs.part
  expect(options).toEqual(['all', ...steps.slice(1), 'documentation'])
})

test('jobs whose tests install packages of Debian run in the same one, and none on a moving runner', () => {
  const jobs: [string, Job][] = Object.values(workflows).flatMap(({ jobs }) =>
    Object.entries<Job>(jobs),
  )
  const inDebian = jobs.filter(([, { container }]) => container)
  expect(inDebian.map(([name]) => name)).toEqual(['test', 'long', 'rehearsal', 'test'])
  expect(new Set(inDebian.map(([, { container }]) => container?.image)).size).toBe(1)
  for (const [name, { container, steps }] of inDebian) {
    expect(container?.image, name).toMatch(/^debian:bookworm@sha256:[0-9a-f]{64}$/)
    // `actions/checkout` makes no clone without git.
    expect(steps[0]?.run, name).toMatch(/^apt-get update && apt-get install .* git /)
  }
  for (const [name, job] of jobs) expect(job['runs-on'], name).not.toBe('ubuntu-latest')
  // Changesets looks for the commits of changesets, in a shallow clone for ever.
  for (const job of [
    workflows['nightly.yml'].jobs.rehearsal,
    workflows['release.yml'].jobs.version,
  ]) {
    const checkout = (job as Job).steps.find(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkout?.with).toMatchObject({ 'fetch-depth': 0 })
  }
})

test('the checks that main requires are jobs, which pull requests of releases have too', () => {
  const { rules } = JSON.parse(readText('.github/settings/ruleset-main.json'))
  const required = rules.find(({ type }: { type: string }) => type === 'required_status_checks')
  const jobs = [workflows['ci.yml'], workflows['image.yml']].flatMap(({ jobs }) =>
    Object.values<{ name: string; strategy?: { matrix: { os: string[] } } }>(jobs).flatMap(
      ({ name, strategy }) =>
        (strategy?.matrix.os ?? ['']).map((os) => name.replace(/\$.*matrix\.os \}\}/, os)),
    ),
  )
  for (const { context } of required.parameters.required_status_checks)
    expect(jobs).toContain(context)
})

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
