// Rehearses a release: versions, tests, packs, publishes and tags the packages as the release workflow does, but with a registry
// and a remote on this machine. Then follows the beginning of each README in an empty folder, and releases again without a changeset.
// What is not committed is not rehearsed.
import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { launch, type Program, run, stopAll } from '../../test-support/processes.ts'
import { packageFolders, root } from '../packages.ts'
import { checkPromises, type ReadmeFolder } from './promises.ts'
import { readmeStart } from './readme-start.ts'

const minutes = 60_000
const workspace = await mkdtemp(join(tmpdir(), 'photofeed-release-'))
// Spaces and letters beyond ASCII break what is not quoted.
const repository = join(workspace, 'a wörk folder')
const home = join(workspace, 'home')
/** On Verdaccio's default port. */
const registry = 'http://127.0.0.1:4873/'

for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => finish(1))
try {
  await step('Prepare the registry and the repository', prepare)
  await step('npm ci', () => inRepository('npm ci --prefer-offline --no-audit --no-fund'))
  await step('node scripts/release/version.ts', version)
  await step('npm test', () => inRepository('npm test'))
  await step('npm run pack', () => inRepository('npm run pack'))
  const published = await step('node scripts/release/publish.ts dist', publish)
  for (const folder of ['.', ...packageFolders] as const) {
    await step(`The beginning of ${join(folder, 'README.md')}`, () => followReadme(folder))
  }
  await step('A release without a changeset', releaseAgain)
  console.log(`The release was rehearsed: every README works with\n${published.join('\n')}`)
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
  await rm(workspace, { recursive: true, force: true, maxRetries: 5 })
  process.exit(code)
}

/** Runs a script as a new terminal would. Returns its output. Throws if it fails. */
async function runScript(script: string, cwd: string, homeFolder = home): Promise<string> {
  const options = { cwd, env: environment(homeFolder), timeoutMs: 30 * minutes }
  return (await run('sh', ['-ec', script], options)).output
}

function inRepository(script: string): Promise<string> {
  return runScript(script, repository, process.env.HOME)
}

/** Starts a script that does not end, and waits until it has printed a URL. */
async function startServer(script: string, cwd: string): Promise<Program> {
  const server = launch('sh', ['-ec', script], { cwd, env: environment(home) })
  await server.waitFor((output) => /http:\/\/127\.0\.0\.1:\d+/.exec(output), 10 * minutes)
  return server
}

/** Without settings of the npm that runs this, and without commands of this repository. */
function environment(homeFolder: string | undefined): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((part) => !/node_modules/.test(part))
  return {
    ...Object.fromEntries(inherited),
    PATH: [join(workspace, 'bin'), ...path].join(delimiter),
    HOME: homeFolder,
    TMPDIR: join(workspace, 'temp'),
  }
}

/**
 * Clones the repository with a remote on this machine, and starts Verdaccio: a registry that has our packages, and passes
 * requests for others on. In the home folder, npm knows only this registry.
 */
async function prepare(): Promise<void> {
  // As root, the tests run PostgreSQL as another user, from this folder.
  await chmod(workspace, 0o755)
  for (const name of ['home', 'bin', 'temp', 'registry']) await mkdir(join(workspace, name))
  await symlink(process.execPath, join(workspace, 'bin/node'))
  await runScript(`git clone -q --bare --no-tags '${fileURLToPath(root)}' remote`, workspace)
  await runScript(`git clone -q remote '${repository}'`, workspace)
  const identity = "git config user.name photofeed && git config user.email ''"
  await inRepository(identity)

  const folder = join(workspace, 'registry')
  // verdaccio 6.10.4 depends on a tag of node-fetch that the registry may lack.
  const manifest = { private: true, overrides: { 'node-fetch': '2.7.0' } }
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await runScript('npm install --no-audit --no-fund verdaccio@6.10.4', folder, process.env.HOME)
  const upstream = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const everyone = { access: '$all', publish: '$all' }
  const settings = {
    storage: './storage',
    uplinks: { npm: { url: upstream } },
    packages: { '@photofeed/*': everyone, '**': { access: '$all', proxy: 'npm' } },
    max_body_size: '100mb',
  }
  await writeFile(join(folder, 'config.yaml'), JSON.stringify(settings))
  await startServer(`npx verdaccio --config config.yaml --listen ${registry}`, folder)
  const npmrc = [`registry=${registry}`, `${registry.slice(5)}:_authToken=rehearsal`]
  await writeFile(join(home, '.npmrc'), npmrc.join('\n'))
}

/** Does what the workflow commits before it publishes. */
async function version(): Promise<void> {
  await inRepository('node scripts/release/version.ts')
  await inRepository('npm ci --dry-run')
  for (const folder of packageFolders) {
    const { name, version } = await manifestOf(folder)
    const changelog = await readFile(join(repository, folder, 'CHANGELOG.md'), 'utf8')
    if (!changelog.includes(`## ${version}`)) {
      throw new Error(`${folder}/CHANGELOG.md has no entry for ${name} ${version}.`)
    }
  }
  await inRepository('git add -A && { git diff --cached --quiet || git commit -q -m Version; }')
}

/** Publishes, twice as after a failure, and checks the tags. Returns what is published, as name@version. */
async function publish(): Promise<string[]> {
  const script = 'node scripts/release/publish.ts dist'
  await runScript(script, repository)
  const again = await runScript(script, repository)
  const manifests = await Promise.all(packageFolders.map(manifestOf))
  const names = manifests.map(({ name, version }) => `${name}@${version}`)
  for (const name of names) {
    if (!again.includes(`${name} is on npm already.`)) throw new Error(`${name} was not published.`)
  }
  const { version } = await manifestOf('contract')
  const head = (await inRepository('git rev-parse HEAD')).trim()
  const tags = (await inRepository('git ls-remote --tags origin')).trim().split('\n')
  const expected = [`v${version.split('.')[0]}`, `v${version}`].map(
    (name) => `${head}\trefs/tags/${name}`,
  )
  if (String(tags.toSorted()) !== String(expected.toSorted())) {
    throw new Error(`The remote has the tags\n${tags.join('\n')}\nnot\n${expected.join('\n')}`)
  }
  return names
}

/** The day after a release: nothing is pending, and nothing is published again. */
async function releaseAgain(): Promise<void> {
  await version()
  const changed = await inRepository('git log --oneline origin/HEAD.. && git status --porcelain')
  if (changed.trim().split('\n').length !== 1) {
    throw new Error(`The version step without a changeset changed\n${changed}`)
  }
  const output = await runScript('node scripts/release/publish.ts dist', repository)
  if (/^\+ /m.test(output)) throw new Error(`A release without a changeset published\n${output}`)
}

/** Does what the beginning of a README says, as written, in an empty folder, and checks that it keeps its promises. */
async function followReadme(folder: ReadmeFolder): Promise<void> {
  const readme = await readFile(join(repository, folder, 'README.md'), 'utf8')
  const cwd = await mkdtemp(join(workspace, 'reader-'))
  const { servers, steps, urls } = readmeStart(readme)
  const running: Program[] = []
  for (const command of servers) running.push(await startServer(command, cwd))
  let output = ''
  for (const next of steps) {
    if ('save' in next) await writeFile(join(cwd, next.save), next.text)
    else if (isServer(next.run)) {
      const server = await startServer(next.run, cwd)
      running.push(server)
      output = server.output()
    } else output = await runScript(next.run, cwd)
  }
  await checkPromises(folder, output, urls)
  for (const server of running) await server.stop()
}

/** The commands that serve until they are stopped. */
function isServer(script: string): boolean {
  return /^npx @photofeed\/(mock-server|server demo)$/.test(script)
}

async function manifestOf(folder: string): Promise<{ name: string; version: string }> {
  return JSON.parse(await readFile(join(repository, folder, 'package.json'), 'utf8'))
}
