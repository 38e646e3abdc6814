// Demands a changeset for each package whose published files a branch changes: npm run changeset:check [the base]
// Also compares the limits that changesets say, and the labels, with the change.
// What a package bundles is in the metafiles of its last build; what its build runs or copies is found from tsup.config.ts.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { document } from '../../openapi/src/generated/document.ts'
import { bundledFiles } from '../build/licenses.ts'
import { packageFolders, root } from '../packages.ts'
import { type Facts, mistakesIn } from './changeset-texts.ts'
import { forgottenTexts } from './former-labels.ts'

/** Files that packages contain as they are, beside those of their own folders. */
const copied: Readonly<Record<string, RegExp>> = {
  sdk: /^(LICENSE|graphql\/schema\.graphql|openapi\/openapi\.yaml)$/,
  element: /^LICENSE$/,
  'mock-server': /^(LICENSE|core\/media\/.*)$/,
  contract: /^LICENSE$/,
  server: /^(LICENSE|core\/media\/.*|server\/(Containerfile|compose\.yaml))$/,
}

const base = baseOf(process.argv[2])
const start = git('merge-base', base, 'HEAD')
// With what is not committed yet.
const added = git('ls-files', '--others', '--exclude-standard').split('\n').filter(Boolean)
const changed = [...git('diff', '--name-only', start).split('\n'), ...added]
const updated = changed.includes('package-lock.json') ? updatedPackages() : new Set<string>()

const isChangeset = (path: string) => /^\.changeset\/.*\.md$/.test(path)
const changesets = changed.filter(isChangeset)

/** The packages that changesets of this branch name; null if an empty one says that users will not notice. */
const named = changesets.flatMap(
  (path) =>
    textOf(path)
      .split('---')[1]
      ?.match(/@photofeed\/[\w-]+/g) ?? [null],
)

const { schemas } = document.components as {
  schemas: Record<string, { properties?: Facts['fields'][number] }>
}
const facts: Facts = {
  // With the lines around what changed.
  diff: [
    git('diff', start, '--', '.', ':!.changeset'),
    ...added.filter((path) => !isChangeset(path)).map(textOf),
  ].join('\n'),
  help: textOf('docs/settings.md'),
  fields: Object.values(schemas).map(({ properties = {} }) => properties),
  hasText(text: string) {
    const search = ['grep', '--fixed-strings', '--quiet', '-e', text, '--', '.']
    return spawnSync('git', [...search, ':!.changeset', ':!*.test.ts'], { cwd: root }).status === 0
  },
}
const wrongTexts = changesets.flatMap((path) =>
  mistakesIn(textOf(path), facts).map((mistake) => `${path} ${mistake}`),
)
const labels = ['server/src/labels.ts', 'element/labels.ts'].flatMap((path) =>
  forgottenTexts(git('show', `${start}:${path}`), textOf(path), changesets.map(textOf)).map(
    (advice) => `${path}: ${advice}`,
  ),
)
const mistakes = [...wrongTexts, ...labels]
for (const mistake of mistakes) console.error(mistake)

const { fixed } = JSON.parse(readFileSync(new URL('.changeset/config.json', root), 'utf8'))
/** What of each package changed. */
const reasonsOf = new Map<string, string[]>()
if (!existsSync(new URL('.cache/bundled', root))) {
  console.error('Run `npm run build` first: it lists what each package contains.')
  process.exit(1)
}
for (const folder of packageFolders) {
  const files = new Set([...bundledFiles(folder), ...(await filesOfBuild(folder))])
  const own = new RegExp(`^${folder}/(?!.*(\\.test\\.ts$|/generated/)|(test|bench|api)/|CHANGELOG)`)
  reasonsOf.set(folder, [
    ...changed.filter((path) => files.has(path) || own.test(path) || copied[folder]?.test(path)),
    ...[...updated].filter((name) => [...files].some((path) => path.startsWith(`${name}/`))),
  ])
}

/** Whether a changed file is also in a package that is released with another, and whose changeset describes it. */
const isReleasedWith = (path: string, folder: string) =>
  packageFolders.some((other) => {
    const [name, described] = [`@photofeed/${folder}`, `@photofeed/${other}`]
    const share = fixed.some((group: string[]) => group.includes(name) && group.includes(described))
    return share && reasonsOf.get(other)?.includes(path) && named.includes(described)
  })

let missing = 0
for (const [folder, reasons] of reasonsOf) {
  if (named.includes(`@photofeed/${folder}`) || named.includes(null)) continue
  if (reasons.every((path) => isReleasedWith(path, folder) || onlySizes(path))) continue
  missing += 1
  console.error(
    `@photofeed/${folder} needs a changeset. Its users get ${reasons.slice(0, 5).join(', ')}${reasons.length > 5 ? ` and ${reasons.length - 5} more` : ''}.`,
  )
}
if (missing > 0)
  console.error(
    'Describe the change in the words of users with `npx changeset`, or run `npx changeset --empty` if they will not notice it.',
  )
if (missing + mistakes.length > 0) process.exit(1)

function textOf(path: string): string {
  return existsSync(new URL(path, root)) ? readFileSync(new URL(path, root), 'utf8') : ''
}

/** Whether only sizes differ, which `npm run generate:built` writes. */
function onlySizes(path: string): boolean {
  if (!path.endsWith('/README.md')) return false
  const lines = git('diff', '-U0', start, '--', path).match(/^[-+](?![-+]).*/gm)
  return (lines ?? []).every((line) => / kB \|/.test(line))
}

/** What runs while a package is built, such as the code that writes its pages. */
async function filesOfBuild(folder: string): Promise<string[]> {
  const { metafile } = await build({
    ...{ absWorkingDir: root.pathname, entryPoints: [`${folder}/tsup.config.ts`] },
    ...{ bundle: true, write: false, metafile: true, platform: 'node', format: 'esm' },
    ...{
      packages: 'external',
      logLevel: 'silent',
      outdir: 'dist',
      loader: { '.css': 'text', '.woff2': 'file', '.html': 'text' },
    },
  })
  return Object.keys(metafile.inputs)
}

/** The folders of the packages that have another version in the lockfile than at the base. */
function updatedPackages(): Set<string> {
  const versions = (text: string) => {
    const { packages } = JSON.parse(text) as { packages: Record<string, { version?: string }> }
    return new Map(Object.entries(packages).map(([path, { version }]) => [path, version]))
  }
  const before = versions(git('show', `${start}:package-lock.json`))
  const now = versions(readFileSync(new URL('package-lock.json', root), 'utf8'))
  return new Set(
    [...now.keys()].filter(
      (path) => path.includes('node_modules/') && now.get(path) !== before.get(path),
    ),
  )
}

/** By default `main` of the remote, or in a clone without one the own. */
function baseOf(name: string | undefined): string {
  const names = name === undefined ? ['origin/main', 'main'] : [name]
  for (const each of names) {
    const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', `${each}^{commit}`], {
      cwd: root,
    })
    if (status === 0) return each
  }
  console.error(
    `There is no commit ${names.join(' and no ')} in this clone: fetch it, or name another base.`,
  )
  process.exit(2)
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 }).trim()
}
