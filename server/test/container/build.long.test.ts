// Carries out what both files named Containerfile do, in empty folders, without a container engine.
import { cpSync, globSync, mkdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { npmInstall } from '../../../test-support/npm-install.ts'
import { run, startProgram } from '../../../test-support/processes.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { allOf, environmentOf, lastOf, readContainerfile, type Stage } from './containerfile.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
/** What .containerignore leaves out, of what it admits; the folder of assets is written by the build. */
const ignored = /(^|\/)(node_modules|dist|photofeed-data|\.env|[^/]+\.tgz)$|^server\/assets$/

/** Each installs the packages of the repository twice. */
const timeout = 300_000

test('the stages build a server that starts, and serves pages and the script of the element', {
  timeout,
}, async () => {
  const { folder, app, image } = await carryOut('server/Containerfile')
  // What the image has is what `npm install` of the packed package installs.
  const installed = await tempFolder()
  const [tarball = ''] = globSync('photofeed-server-*.tgz', { cwd: folder })
  await npmInstall(installed, join(folder, tarball))
  const own = [
    ...packagesIn(join(app, 'node_modules')),
    ...packagesIn(join(app, 'server/node_modules')),
  ]
  expect(new Set(own)).toEqual(
    new Set(
      [...packagesIn(join(installed, 'node_modules'))].filter(
        (name) => !name.startsWith('@photofeed/'),
      ),
    ),
  )

  const [program = ''] = JSON.parse(lastOf(image, 'ENTRYPOINT'))
  const [command = ''] = JSON.parse(lastOf(image, 'CMD'))
  const env = {
    ...environmentIn(image, app),
    ...{ LD_PRELOAD: '', PHOTOFEED_DATA: join(folder, 'data') },
  }
  const server = await startProgram<{ url: string }>(
    program,
    [command, '--json', ...['--host', '127.0.0.1', '--port', '0', '--admin-port', '0']],
    { cwd: folder, env },
  )
  const { url } = server.ready
  for (const [path, status] of [
    ...[['/api/v1/me', 401] as const, ['/embed.js', 200] as const, ['/sign-in', 200] as const],
    ...[['/docs/rest-api', 200] as const, ['/docs/openapi.json', 200] as const],
  ]) {
    expect([path, (await fetch(url + path)).status]).toEqual([path, status])
  }
  expect(await server.stop()).toBe(0)
})

test('the stages build a checker and a mock, which conforms', { timeout }, async () => {
  const { folder, app, image } = await carryOut('contract/Containerfile')
  const installed = await tempFolder()
  await npmInstall(
    installed,
    ...globSync('photofeed-*.tgz', { cwd: folder }).map((name) => join(folder, name)),
  )
  const others = packagesIn(join(installed, 'node_modules')).filter(
    (name) => !name.startsWith('@photofeed/'),
  )
  const own = ['', 'contract', 'mock-server'].flatMap((name) =>
    packagesIn(join(app, name, 'node_modules')),
  )
  expect(new Set(own)).toEqual(new Set(others))

  const [program = '', ...options] = JSON.parse(lastOf(image, 'CMD'))
  const env = environmentIn(image, app)
  const mock = await startProgram<{ url: string; scenarios: { apiKey: string }[] }>(
    program,
    [...options, '--json', '--port', '0'],
    { cwd: folder, env },
  )
  const { url, scenarios } = mock.ready
  const PHOTOFEED_KEY = scenarios[0]?.apiKey ?? ''
  const { stdout } = await run('photofeed-contract', [url.replace('0.0.0.0', '127.0.0.1')], {
    ...{ cwd: folder, env: { ...env, PHOTOFEED_KEY } },
  })
  expect(stdout).toContain('passed')
  expect(await mock.stop()).toBe(0)
})

/** Carries out the first stage of a file. Returns the last one, where its files are, and the folder of `/tmp`. */
async function carryOut(file: string) {
  const [build, image] = readContainerfile(readFileSync(join(root, file), 'utf8')) as [Stage, Stage]
  const folder = await tempFolder()
  const places = {
    '/source': join(folder, 'source'),
    '/image': join(folder, 'image'),
    '/tmp': folder,
  }
  const placed = (text: string) =>
    text.replace(/\/(source|image|tmp)\b/g, (place) => places[place as keyof typeof places])
  const cwd = places['/source']
  mkdirSync(cwd)
  for (const { name, rest } of build.instructions) {
    if (name === 'COPY') copy(rest.split(' '), cwd)
    // Packages of Debian need root.
    if (name === 'RUN' && !rest.includes('apt-get'))
      await run('sh', ['-euc', placed(rest)], { cwd, env: cleanEnvironment() })
  }
  expect(allOf(image, 'COPY').map(({ rest }) => rest)).toEqual(['/image /'])
  return { folder, app: join(places['/image'], 'app'), image }
}

/** The variables of a stage. `node:24-slim` has no other files, and these are on the PATH there. */
function environmentIn(image: Stage, app: string): Record<string, string> {
  const { PATH = '', ...environment } = environmentOf(image)
  return {
    ...environment,
    PATH: PATH.replace('/app', app).replace('$PATH', process.env.PATH ?? ''),
  }
}

/** The names of the packages in a folder node_modules, and in those of its packages. */
function packagesIn(folder: string): string[] {
  return globSync('**/package.json', { cwd: folder }).flatMap(
    (path) => /^(?:.*node_modules\/)?((?:@[^/]+\/)?[^/@]+)\/package\.json$/.exec(path)?.[1] ?? [],
  )
}

/** Copies files and the content of folders, as COPY does. */
function copy(words: readonly string[], to: string): void {
  const target = words.at(-1) ?? ''
  for (const path of words.slice(0, -1)) {
    const end = target.endsWith('/') ? join(target, basename(path)) : target
    cpSync(join(root, path), join(to, end), {
      recursive: true,
      filter: (file) => !ignored.test(file.slice(root.length)),
    })
  }
}

/** As in a new terminal, without settings of the npm that runs this. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(([name]) => !/^npm_|^NODE_ENV$/i.test(name))
  const TARGETARCH = process.arch === 'x64' ? 'amd64' : process.arch
  return { ...Object.fromEntries(entries), TARGETARCH, npm_config_prefer_offline: 'true' }
}
