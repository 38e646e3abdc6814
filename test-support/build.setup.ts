import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import type { TestProject } from 'vitest/node'

const root = new URL('../', import.meta.url)

/** What each published package bundles, in the order in which they are built. */
const packages = {
  sdk: ['openapi', 'graphql', 'sdk'],
  element: ['openapi', 'graphql', 'sdk', 'element'],
  'mock-server': ['openapi', 'graphql', 'core', 'design', 'sdk', 'element', 'mock-server'],
  contract: ['openapi', 'graphql', 'design', 'contract'],
  server: ['openapi', 'graphql', 'core', 'design', 'sdk', 'element', 'contract', 'server'],
}

/** Builds each package that is older than its sources, so that no test runs a stale build. */
export default function setUp({ config }: TestProject) {
  if (config.env?.TEST_SCOPE === 'unit') {
    // Unit tests import sources only, but sources read what the build of the mock writes: its pictures.
    if (!existsSync(new URL('mock-server/src/generated/', root)))
      run('scripts/build/embed-media.ts')
    return
  }
  for (const [name, rooms] of Object.entries(packages)) {
    const isStale = () => Math.max(...rooms.map(newestSource)) > builtAt(name)
    if (!isStale()) continue
    console.error(`Building ${name}, whose build is not whole or older than its sources.`)
    execFileSync('npm', ['run', '--silent', 'build', '-w', `@photofeed/${name}`], {
      cwd: root,
      // An error of the compiler is on the standard output.
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32',
    })
    // Each run of tests would build again, while others read the build.
    if (isStale()) throw new Error(`The build of ${name} writes a file that counts as its source.`)
  }
}

/** When a package was last built; 0 if it was not, or if a build ended before it had written all entries. */
function builtAt(name: string): number {
  const manifest = readFileSync(new URL(`${name}/package.json`, root), 'utf8')
  // The server's command is in no list of entries.
  const entries = manifest.match(/(?<=")\.\/dist\/[\w.-]+(?=")/g) ?? ['dist/cli.js']
  return Math.min(...entries.map((file) => modified(`${name}/${file}`)))
}

function newestSource(room: string): number {
  const sources = globSync(
    '{*.{ts,yaml,graphql},{src,editor,media,browser,cli,demo,emulator}/**/*.*}',
    {
      cwd: new URL(`${room}/`, root),
      exclude: [
        '**/*.test.ts',
        'src/generated/{media,pages}/**',
        'src/generated/*-files.ts',
        // The build writes a folder for each entry, and one is called like a folder of sources.
        '*/package.json',
      ],
    },
  )
  const files = [...sources, 'package.json']
  return Math.max(...files.map((file) => modified(`${room}/${file}`)))
}

/** When a file was last changed; 0 if there is none. */
function modified(file: string): number {
  return statSync(new URL(file, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function run(script: string): void {
  execFileSync(process.execPath, [script], { cwd: root, stdio: 'inherit' })
}
