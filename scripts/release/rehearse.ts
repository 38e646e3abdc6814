// Rehearses a release: versions, tests, publishes and tags the packages as the release workflow does, but with a registry and a
// remote on this machine. Then follows the beginning of each README in an empty folder, and releases again without a changeset.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stopAll } from '../../test-support/processes.ts'
import { packageFolders, readManifest } from '../packages.ts'
import { createRepository } from './new-repository.ts'
import { checkPromises, checkTarball, type ReadmeFolder } from './promises.ts'
import { readmeStart } from './readme-start.ts'
import { startRegistry } from './registry.ts'
import { type Place, runScript, startServer, waitForPort } from './terminal.ts'

const workspace = await mkdtemp(join(tmpdir(), 'photofeed-release-'))
const repository = join(workspace, 'repository')
const home = join(workspace, 'home')
const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
const registry = await startRegistry(upstream)

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => finish(1))
try {
  await prepare()
  await step('Copy the repository', copyRepository)
  const maintainer = { folder: repository, env: environment(process.env.HOME) }
  await step('npm ci', () => runScript('npm ci --prefer-offline --no-audit --no-fund', maintainer))
  await step('npm run generate:check', () => runScript('npm run generate:check', maintainer))
  await step('node scripts/release/version.ts', () => version(maintainer))
  await step('npm test', () => runScript('npm test', maintainer))
  const publisher = { folder: repository, env: environment(home) }
  await step('npm run release', () => release(publisher))
  await step('node scripts/release/tag-action.ts', () => tag(publisher))
  await step('node scripts/release/bills-of-materials.ts', () => listMaterials(publisher))
  for (const folder of packageFolders) {
    await step(`The package of ${folder}`, async () =>
      checkTarball(folder, join(repository, folder), await readerPlace(`${folder}-package`)),
    )
  }
  for (const folder of ['.', ...packageFolders] as const) {
    await step(`The beginning of ${join(folder, 'README.md')}`, () => followReadme(folder))
  }
  await step('A release without a changeset', () => releaseAgain(maintainer, publisher))
  console.log('The release was rehearsed: every README keeps its promises.')
  await finish(0)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error('Repair this, then run `npm run release:rehearse` again.')
  await finish(1)
}

async function step<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const start = performance.now()
  process.stdout.write(`${name} ... `)
  const seconds = () => `${((performance.now() - start) / 1000).toFixed(1)} s`
  try {
    const result = await run()
    console.log(seconds())
    return result
  } catch (error) {
    console.log(`failed after ${seconds()}`)
    throw error
  }
}

/** Stops every process that the rehearsal started, and deletes its folder. */
async function finish(code: number): Promise<never> {
  await stopAll()
  await registry.close()
  await rm(workspace, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}

/** A home folder whose npm knows only our registry, and this Node first on the PATH. */
async function prepare(): Promise<void> {
  // As root, the tests run PostgreSQL as another user, from this folder.
  await chmod(workspace, 0o755)
  for (const folder of ['home', 'bin', 'temp']) await mkdir(join(workspace, folder))
  const settings = [`registry=${registry.url}`, `${registry.url.slice(5)}:_authToken=rehearsal`]
  await writeFile(join(home, '.npmrc'), `${settings.join('\n')}\n`)
  await symlink(process.execPath, join(workspace, 'bin/node'))
}

/** The environment of a new terminal: without settings of the npm that runs this, and without commands of this repository. */
function environment(homeFolder: string | undefined): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !/node_modules/.test(part))
  const [name, email] = ['photofeed', 'rehearsal@photofeed.invalid']
  return {
    ...Object.fromEntries(inherited),
    PATH: [join(workspace, 'bin'), ...path].join(delimiter),
    HOME: homeFolder,
    TMPDIR: join(workspace, 'temp'),
    ...{ GIT_AUTHOR_NAME: name, GIT_AUTHOR_EMAIL: email },
    ...{ GIT_COMMITTER_NAME: name, GIT_COMMITTER_EMAIL: email },
  }
}

/** A copy of the repository, with a remote on this machine. */
async function copyRepository(): Promise<void> {
  await createRepository(repository)
  const place = { folder: repository, env: environment(process.env.HOME) }
  await runScript('git init -q --bare ../remote && git remote add origin ../remote', place)
}

/** What the release workflow commits before it publishes. */
async function version(place: Place): Promise<void> {
  await runScript('node scripts/release/version.ts', place)
  await runScript('npm ci --dry-run', place)
  for (const folder of packageFolders) {
    const { name, version } = JSON.parse(
      await readFile(join(repository, folder, 'package.json'), 'utf8'),
    )
    const changelog = await readFile(join(repository, folder, 'CHANGELOG.md'), 'utf8').catch(
      () => '',
    )
    if (!changelog.includes(`## ${version}`)) {
      throw new Error(
        `${folder}/CHANGELOG.md has no entry for ${name} ${version}. Add a changeset.`,
      )
    }
  }
  const commit = 'git diff --cached --quiet || git commit -q -m Version'
  await runScript(`git add -A && { ${commit}; }`, place)
}

async function release(place: Place): Promise<void> {
  const output = await runScript('npm run release', place)
  const published = registry.published().map((name) => name.replace(/@[^@]*$/, ''))
  for (const folder of packageFolders) {
    const { name } = readManifest(folder)
    if (!published.includes(name)) throw new Error(`${name} was not published:\n${output}`)
  }
}

/** Tags the release, twice as after a failure, and checks both tags. */
async function tag(place: Place): Promise<void> {
  for (let run = 0; run < 2; run += 1) await runScript('node scripts/release/tag-action.ts', place)
  const { version } = JSON.parse(await readFile(join(repository, 'contract/package.json'), 'utf8'))
  const head = (await runScript('git rev-parse HEAD', place)).trim()
  const tags = (await runScript('git ls-remote --tags origin', place)).trim().split('\n')
  const expected = [`v${version.split('.')[0]}`, `v${version}`].map(
    (name) => `${head}\trefs/tags/${name}`,
  )
  if (JSON.stringify(tags.toSorted()) !== JSON.stringify(expected.toSorted())) {
    throw new Error(`The remote has the tags\n${tags.join('\n')}\nnot\n${expected.join('\n')}`)
  }
}

/** Writes the bills of materials, and looks for a package that is installed and one that is bundled in each. */
async function listMaterials(place: Place): Promise<void> {
  const files = await runScript('node scripts/release/bills-of-materials.ts ../sbom', place)
  const expected = {
    sdk: ['graphql-request'],
    element: ['openapi-fetch'],
    'mock-server': ['commander', 'lru-cache'],
    contract: ['ajv', 'commander'],
    server: ['kysely', '@codemirror/view'],
  }
  for (const path of files.trim().split('\n')) {
    const { metadata, components } = JSON.parse(await readFile(path, 'utf8'))
    const folder = packageFolders.find(
      (name) => readManifest(name).name === metadata.component.name,
    )
    const names: string[] = components.map(({ name }: { name: string }) => name)
    for (const name of expected[folder ?? 'sdk']) {
      if (!names.includes(name)) throw new Error(`${path} does not name ${name}.`)
    }
  }
}

/** The day after a release: nothing is pending, and nothing is published again. */
async function releaseAgain(maintainer: Place, publisher: Place): Promise<void> {
  const before = registry.published()
  await version(maintainer)
  const changed = await runScript('git status --porcelain', maintainer)
  if (changed !== '') throw new Error(`The version step without a changeset changed\n${changed}`)
  await runScript('npm run release', publisher)
  const added = registry.published().filter((name) => !before.includes(name))
  if (added.length > 0)
    throw new Error(`A release without a changeset published ${added.join(', ')}.`)
}

/** An empty folder outside the repository, with a terminal of a machine that has only Node and npm. */
async function readerPlace(name: string): Promise<Place> {
  const folder = join(workspace, name)
  await mkdir(folder)
  return { folder, env: environment(home) }
}

/** Does what the beginning of a README says, as written, and checks that it keeps its promises. */
async function followReadme(folder: ReadmeFolder): Promise<void> {
  const readme = await readFile(join(repository, folder, 'README.md'), 'utf8')
  const place = await readerPlace(folder === '.' ? 'root' : folder)
  const { servers, steps, urls, ports } = readmeStart(readme)
  for (const port of ports) await waitForPort(port)
  for (const command of servers) await startServer(command, place)
  let output = ''
  for (const next of steps) {
    if ('save' in next) await writeFile(join(place.folder, next.save), next.text)
    else if (isServer(next.run)) output = (await startServer(next.run, place))()
    else output = await runScript(next.run, place)
  }
  await checkPromises(folder, output, urls)
  await stopAll()
}

/** The commands that serve until they are stopped. */
function isServer(script: string): boolean {
  return /^npx @photofeed\/(mock-server|server demo)$/.test(script)
}
