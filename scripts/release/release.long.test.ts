import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { launch, run } from '../../test-support/processes.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { packageFolders, root } from '../packages.ts'

const digest = `sha256:${'d'.repeat(64)}`

/** The programs that change something outside: they report to the test, which may let one fail. */
const program = (name: string) => `#!${process.execPath}
const args = process.argv.slice(2)
const url = process.env.OUTSIDE
if (args[0] === 'config') console.log(url)
else {
  const body = JSON.stringify(['${name}', ...args])
  const { ok } = await fetch(url + '/run', { method: 'POST', body })
  if (!ok) process.exit(1)
}
`

/** A repository with a remote, and everything outside of it: npm, GitHub and the registry of images. */
async function startWorld() {
  const folder = await tempFolder()
  const clone = join(folder, 'clone')
  const bin = join(folder, 'bin')
  const packages: Record<string, { versions: object; 'dist-tags': Record<string, string> }> = {}
  const calls: string[] = []
  const githubReleases = new Set<string>()
  let failing: RegExp | undefined
  for (const name of packageFolders)
    packages[`/@photofeed%2f${name}`] = { versions: {}, 'dist-tags': { latest: '0.0.0-reserved' } }

  const server = createServer((request, response) => {
    if (request.method === 'GET') {
      const found = packages[request.url ?? '']
      response.writeHead(found ? 200 : 404).end(JSON.stringify(found))
      return
    }
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const call: string[] = JSON.parse(body)
      const text = call.map((word) => word.replace(`${clone}/dist/`, '')).join(' ')
      if (call[2] === 'view') {
        response.writeHead(githubReleases.has(call[3] ?? '') ? 200 : 404).end()
        return
      }
      if (failing?.test(text)) {
        failing = undefined
        response.writeHead(500).end()
        return
      }
      calls.push(text)
      if (call[2] === 'create') githubReleases.add(call[3] ?? '')
      const [, name = '', version = ''] = /photofeed-(\D+)-(\d\S*)\.tgz$/.exec(text) ?? []
      if (call[1] === 'publish') {
        const entry = packages[`/@photofeed%2f${name}`]
        Object.assign(entry?.versions ?? {}, {
          [version]: { dist: { integrity: integrity(version) } },
        })
        Object.assign(entry?.['dist-tags'] ?? {}, { [call[3] ?? '']: version })
      }
      response.end()
    })
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))

  const env = {
    ...process.env,
    ...{ PATH: `${bin}:${process.env.PATH}`, IMAGE_DIGEST: digest },
    OUTSIDE: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b.example' },
    ...{ GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b.example' },
  }
  const sh = (script: string) => run('sh', ['-ec', script], { cwd: clone, env })
  mkdirSync(bin)
  for (const name of ['npm', 'gh', 'docker'])
    writeFileSync(join(bin, name), program(name), { mode: 0o755 })
  mkdirSync(join(clone, 'scripts/release'), { recursive: true })
  for (const file of ['scripts/packages.ts', 'scripts/release/release.ts'])
    copyFileSync(fileURLToPath(new URL(file, root)), join(clone, file))
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(clone, 'CODE_OF_CONDUCT.md'), 'Write to conduct@photofeed.test.')
  await sh('git init --quiet --bare ../remote; git init --quiet; git remote add origin ../remote')

  return {
    ...{ packages, calls, sh },
    failOn(call: RegExp) {
      failing = call
    },
    /** Commits and packs these versions; a package that is not named keeps its own. */
    async pack(versions: Record<string, string>) {
      for (const [name, version] of Object.entries(versions)) {
        mkdirSync(join(clone, name), { recursive: true })
        mkdirSync(join(clone, 'dist'), { recursive: true })
        const manifest = { name: `@photofeed/${name}`, version }
        writeFileSync(join(clone, name, 'package.json'), JSON.stringify(manifest))
        writeFileSync(
          join(clone, name, 'CHANGELOG.md'),
          `# ${name}\n\n## ${version}\n\n- New.\n\n## 0\n`,
        )
        writeFileSync(join(clone, 'dist', `photofeed-${name}-${version}.tgz`), version)
      }
      await sh('git add --all; git commit --quiet --allow-empty --message release')
    },
    step: (name: string) =>
      launch(process.execPath, ['scripts/release/release.ts', name], { cwd: clone, env }).ended,
    tags: async () =>
      (await sh('git ls-remote --tags origin')).stdout.match(/tags\/\S+[^}\s](?=\n)/g),
  }
}

function integrity(text: string): string {
  return `sha512-${createHash('sha512').update(text).digest('base64')}`
}

const first = {
  sdk: '7.0.0',
  element: '7.0.0',
  'mock-server': '7.0.0',
  contract: '7.0.0',
  server: '7.0.0',
}
const steps = ['tags', 'npm', 'image', 'releases']

/** What the release of all packages in version 7.0.0 does outside, in this order. */
const firstCalls = [
  ...packageFolders.map((name) => `npm publish --tag latest photofeed-${name}-7.0.0.tgz`),
  `docker buildx imagetools create ${['7.0.0', 'latest', '7', '7.0'].map((tag) => `--tag ghcr.io/photofeed/photofeed-server:${tag}`).join(' ')} ghcr.io/photofeed/photofeed-server@${digest}`,
  ...packageFolders.map(
    (name) =>
      `gh release create @photofeed/${name}@7.0.0 --verify-tag --title @photofeed/${name}@7.0.0 --notes ## 7.0.0\n\n- New.\n\n --latest=${name === 'sdk'} --prerelease=false`,
  ),
]

test('a release that fails once in each step is finished by the same steps, and then does nothing', async () => {
  const { step, pack, failOn, calls, tags } = await startWorld()
  await pack(first)
  expect(await step('check')).toMatchObject({ code: 0, stderr: '' })
  for (const call of [/publish .*mock-server/, /imagetools/, /create .*contract/, undefined]) {
    if (call) failOn(call)
    const codes: (number | null)[] = []
    while (codes.length < steps.length && !codes.includes(1))
      codes.push((await step(steps[codes.length] ?? '')).code)
    expect(codes.includes(1)).toBe(call !== undefined)
  }
  expect(new Set(calls)).toEqual(new Set(firstCalls))
  expect(calls.filter((text) => !text.startsWith('docker'))).toHaveLength(10)
  expect(await tags()).toEqual([
    ...packageFolders.map((name) => `tags/@photofeed/${name}@7.0.0`).toSorted(),
    ...['tags/v7', 'tags/v7.0.0'],
  ])
})

test('tags come before npm, and a tag that cannot be pushed stops everything', async () => {
  const { step, pack, calls, sh, tags } = await startWorld()
  await pack(first)
  await sh(
    'printf "#!/bin/sh\nexit 1\n" > ../remote/hooks/pre-receive; chmod 755 ../remote/hooks/pre-receive',
  )
  expect(await step('tags')).toMatchObject({ code: 1 })
  await sh('rm ../remote/hooks/pre-receive')
  expect(await tags()).toBeNull()
  expect(await step('tags')).toMatchObject({ code: 0 })
  expect(calls).toEqual([])
})

test('the check names every problem before anything is published', async () => {
  const { step, pack, packages, sh } = await startWorld()
  await pack(first)
  delete packages['/@photofeed%2felement']
  Object.assign(packages['/@photofeed%2fsdk']?.versions ?? {}, {
    '7.0.0': { dist: { integrity: 'sha512-x' } },
  })
  await sh('rm dist/photofeed-server-7.0.0.tgz')
  const { code, stderr } = await step('npm')
  expect(code).toBe(1)
  expect(stderr.trim().split('\n')).toEqual([
    'npm has @photofeed/sdk@7.0.0, but there is no tag @photofeed/sdk@7.0.0. Release another version.',
    'npm has no package @photofeed/element. Reserve the name, and let it trust this workflow: docs/decisions/013-release.md.',
    expect.stringMatching(/^\S+photofeed-server-7\.0\.0\.tgz is missing\. Run `npm run pack`\.$/),
  ])
})

test('only the file that was packed when the tag was made is published', async () => {
  const { step, pack, calls, sh } = await startWorld()
  await pack(first)
  await step('tags')
  await sh('echo changed > dist/photofeed-sdk-7.0.0.tgz')
  const { code, stderr } = await step('npm')
  expect([code, calls]).toEqual([1, []])
  expect(stderr).toContain(
    'photofeed-sdk-7.0.0.tgz is not the file that was packed when @photofeed/sdk@7.0.0 was made.',
  )
})

test('a release that was left half-way is finished before the next one', async () => {
  const { step, pack, failOn } = await startWorld()
  await pack(first)
  failOn(/publish .*server-7/)
  for (const name of ['tags', 'npm']) await step(name)
  await pack({ ...first })
  const { code, stderr } = await step('npm')
  expect(code).toBe(1)
  expect(stderr).toContain('gh workflow run release.yml -f ref=@photofeed/mock-server@7.0.0')
})

test('prereleases and patches of old versions take neither `latest` nor the moving tags', async () => {
  const { step, pack, calls, sh, packages } = await startWorld()
  const release = async (versions: Record<string, string>) => {
    await pack(versions)
    calls.length = 0
    for (const name of steps) expect(await step(name)).toMatchObject({ code: 0 })
    const { stdout } = await sh(
      'git ls-remote origin refs/tags/v7 HEAD | cut -f 1; git rev-parse HEAD',
    )
    return {
      v7: stdout.trim().split('\n').length === 2 && new Set(stdout.trim().split('\n')).size === 1,
    }
  }
  const rest = { element: '7.0.0', 'mock-server': '7.0.0', contract: '7.0.0' }
  await release({ ...rest, contract: '7.0.0-next.0', sdk: '7.0.0-next.0', server: '7.0.0-next.0' })
  expect(calls).toContain('npm publish --tag next photofeed-sdk-7.0.0-next.0.tgz')
  expect(calls).toContainEqual(
    expect.stringMatching(
      /^gh release create @photofeed\/sdk.* --latest=false --prerelease=true$/s,
    ),
  )
  expect(calls).toContain(
    `docker buildx imagetools create --tag ghcr.io/photofeed/photofeed-server:7.0.0-next.0 ghcr.io/photofeed/photofeed-server@${digest}`,
  )
  expect(packages['/@photofeed%2fsdk']?.['dist-tags']).toEqual({
    latest: '0.0.0-reserved',
    next: '7.0.0-next.0',
  })

  expect(await release({ contract: '7.1.0', server: '7.10.0' })).toEqual({ v7: true })
  expect(await release({ contract: '7.0.1', server: '7.9.1' })).toEqual({ v7: false })
  expect(calls).toContain('npm publish --tag latest-7.0 photofeed-contract-7.0.1.tgz')
  expect(calls).toContain(
    `docker buildx imagetools create --tag ghcr.io/photofeed/photofeed-server:7.9.1 --tag ghcr.io/photofeed/photofeed-server:7.9 ghcr.io/photofeed/photofeed-server@${digest}`,
  )
  // Packages that keep their versions are left alone.
  expect(calls.filter((text) => text.includes('element'))).toEqual([])
})
