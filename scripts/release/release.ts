// One step of the release of the versions that are checked out: node scripts/release/release.ts check|tags|npm|image|releases
// The state of a release is what the remote, npm, the image's registry and GitHub have. Each step reads it and does what is
// missing, so a release that failed is finished by the same steps, on any day and machine, for the commit of its tags.
// The job that runs this may publish, so it installs nothing: this imports Node and our own files only.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  type Manifest,
  packageFolders,
  readManifest,
  readText,
  root,
  tarballName,
} from '../packages.ts'

/** A package, with what npm and the remote know about it. */
interface Release extends Manifest {
  folder: string
  /** Its tag, which never moves and has the hash of the packed file in its message. */
  tag: string
  /** The commit of the tag; undefined before this release. */
  tagged: string | undefined
  tarball: string
  /** What npm has: the integrity of each version, and the tags. Null without a package of that name. */
  registry: { versions: Record<string, string>; tags: Record<string, string> } | null
}

const head = git('rev-parse', 'HEAD')
const remoteTags = new Map(
  git('ls-remote', '--tags', 'origin')
    .split('\n')
    // The line that ends with ^{} has the commit of an annotated tag, and follows that of the tag.
    .map((line) => line.replace('^{}', '').split('\trefs/tags/'))
    .map(([commit = '', name = '']) => [name, commit]),
)
const registry = run('npm', 'config', 'get', 'registry').replace(/\/$/, '')
const all = await Promise.all(packageFolders.map(readRelease))
/** The packages of this release: others have kept the version of an earlier one. */
const releases = all.filter(({ tagged }) => tagged === undefined || tagged === head)
const [server, action] = [all.find(named('server')), all.find(named('contract'))] as [
  Release,
  Release,
]

const steps = { check, tags, npm, image, releases: createReleases }
const step = steps[process.argv[2] as keyof typeof steps]
if (!step) throw new Error(`Name a step: ${Object.keys(steps).join(', ')}.`)
check()
if (step !== check) step()

/** Ends with everything that would stop a later step, before the first one changes anything. */
function check(): void {
  const problems = all.flatMap((release) => {
    const { name, version, tag, tagged, tarball, registry } = release
    const published = registry?.versions[version]
    if (registry === null)
      return `npm has no package ${name}. Reserve the name, and let it trust this workflow: docs/decisions/013-release.md.`
    if (tagged && tagged !== head)
      return published
        ? []
        : `${tag} is the tag of ${tagged}, but is not on npm. Finish that release first: gh workflow run release.yml -f ref=${tag}`
    if (published && !tagged)
      return `npm has ${name}@${version}, but there is no tag ${tag}. Release another version.`
    if (!existsSync(tarball)) return published ? [] : `${tarball} is missing. Run \`npm run pack\`.`
    if (published && published !== hash('sha512', tarball, 'base64'))
      return `npm has other bytes of ${name}@${version} than ${tarball}. Release another version.`
    if (tagged && !messageOf(tag).includes(hash('sha256', tarball, 'hex')))
      return `${tarball} is not the file that was packed when ${tag} was made. Pack it from that commit on a clean machine.`
    return []
  })
  if (readText('CODE_OF_CONDUCT.md').includes('.example'))
    problems.push('CODE_OF_CONDUCT.md has no address yet. Name one that two people read.')
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
  for (const { tag, tagged, registry, version } of releases)
    console.log(
      `${tag}: ${tagged ? 'tagged' : 'no tag'}, ${registry?.versions[version] ? 'on npm' : 'not on npm'}`,
    )
}

/** Tags the commit before anything is public, all or none. The messages are the record of this release. */
function tags(): void {
  const missing: string[] = releases.filter(({ tagged }) => !tagged).map(({ tag }) => tag)
  for (const { tag, tarball, folder } of releases.filter(({ tagged }) => !tagged)) {
    const image = folder === 'server' ? `\nimage ${process.env.IMAGE_DIGEST ?? ''}` : ''
    run(
      'git',
      'tag',
      '--force',
      '--annotate',
      tag,
      '--message',
      `${tag}\n\nsha256 ${hash('sha256', tarball, 'hex')}${image}`,
    )
  }
  // Users of the GitHub Action name this one.
  const exact = `v${action.version}`
  if (!remoteTags.has(exact)) {
    run('git', 'tag', '--force', exact)
    missing.push(exact)
  }
  if (missing.length === 0) console.log('All tags are on the remote already.')
  else show('git', 'push', '--atomic', 'origin', ...missing.map((tag) => `refs/tags/${tag}`))
}

/** Publishes what npm lacks, then moves the tag of the action's major version. */
function npm(): void {
  for (const release of releases) {
    const { name, version, tarball, registry } = release
    if (registry?.versions[version]) console.log(`${name}@${version} is on npm already.`)
    else show('npm', 'publish', '--tag', npmTag(release), tarball)
  }
  const major = action.version.split('.')[0] ?? ''
  const moves = releases.includes(action) && isNewest(action, 'v', `${major}.`)
  if (moves && remoteTags.get(`v${major}`) !== head)
    show('git', 'push', '--force', 'origin', `${head}:refs/tags/v${major}`)
}

/** The tag of changesets' plan for a prerelease; for others `latest`, unless that is a newer version. */
function npmTag({ version, registry }: Release): string {
  const [, prerelease] = /-(\w+)/.exec(version) ?? []
  if (prerelease) return prerelease
  const latest = registry?.tags.latest ?? ''
  return isNewer(latest, version) ? `latest-${version.replace(/\.\d+$/, '')}` : 'latest'
}

/** Names the image that was pushed by its digest: its version, and the tags that move. */
function image(): void {
  if (!releases.includes(server)) {
    console.log('The server keeps its version.')
    return
  }
  const name = 'ghcr.io/photofeed/photofeed-server'
  const [, digest] = /^image (sha256:\w+)/m.exec(messageOf(server.tag)) ?? []
  if (!digest) throw new Error(`The message of ${server.tag} has no digest of the image.`)
  const [major, minor] = server.version.split('.')
  const prefix = '@photofeed/server@'
  const moving = [
    ['latest', ''],
    [`${major}`, `${major}.`],
    [`${major}.${minor}`, `${major}.${minor}.`],
  ] as const
  const names = [
    server.version,
    ...moving.filter(([, start]) => isNewest(server, prefix, start)).map(([tag]) => tag),
  ]
  show(
    'docker',
    'buildx',
    'imagetools',
    'create',
    ...names.flatMap((tag) => ['--tag', `${name}:${tag}`]),
    `${name}@${digest}`,
  )
}

/** Creates the releases on GitHub that are missing, with the newest section of each changelog. The SDK's is the latest one. */
function createReleases(): void {
  for (const release of releases) {
    const { folder, tag, version } = release
    const notes = readText(`${folder}/CHANGELOG.md`).split(/^(?=## )/m)[1] ?? ''
    if (succeeds('gh', 'release', 'view', tag))
      console.log(`The release of ${tag} is on GitHub already.`)
    else {
      const latest = `--latest=${folder === 'sdk' && npmTag(release) === 'latest'}`
      const prerelease = `--prerelease=${version.includes('-')}`
      show(
        'gh',
        'release',
        'create',
        tag,
        '--verify-tag',
        '--title',
        tag,
        '--notes',
        notes,
        latest,
        prerelease,
      )
    }
  }
}

async function readRelease(folder: (typeof packageFolders)[number]): Promise<Release> {
  const manifest = readManifest(folder)
  const tag = `${manifest.name}@${manifest.version}`
  const response = await fetch(`${registry}/${manifest.name.replace('/', '%2f')}`)
  if (!response.ok && response.status !== 404)
    throw new Error(`${response.url} responded with ${response.status}. Run this again.`)
  const known = response.ok ? await response.json() : null
  const versions = Object.entries<{ dist: { integrity: string } }>(known?.versions ?? {})
  return {
    ...manifest,
    ...{ folder, tag, tagged: remoteTags.get(tag) },
    tarball: fileURLToPath(new URL(`dist/${tarballName(manifest)}`, root)),
    registry: known && {
      versions: Object.fromEntries(
        versions.map(([version, { dist }]) => [version, dist.integrity.replace('sha512-', '')]),
      ),
      tags: known['dist-tags'],
    },
  }
}

function named(folder: string): (release: Release) => boolean {
  return (release) => release.folder === folder
}

/** Whether no tag of the remote that begins so is of a newer version. Prereleases are never the newest. */
function isNewest({ version }: Release, prefix: string, start: string): boolean {
  const others = [...remoteTags.keys()]
    .filter((tag) => tag.startsWith(prefix + start))
    .map((tag) => tag.slice(prefix.length))
  return !version.includes('-') && !others.some((other) => isNewer(other, version))
}

/** Compares two versions. A prerelease is never newer. */
function isNewer(version: string, than: string): boolean {
  return /^\d+\.\d+\.\d+$/.test(version) && version.localeCompare(than, 'en', { numeric: true }) > 0
}

function messageOf(tag: string): string {
  if (remoteTags.has(tag))
    git('fetch', '--quiet', '--force', 'origin', `refs/tags/${tag}:refs/tags/${tag}`)
  return git('tag', '--list', '--format=%(contents)', tag)
}

function hash(algorithm: string, file: string, encoding: 'hex' | 'base64'): string {
  return createHash(algorithm).update(readFileSync(file)).digest(encoding)
}

function git(...args: readonly string[]): string {
  return run('git', ...args)
}

function run(command: string, ...args: readonly string[]): string {
  return execFileSync(command, args, { cwd: root, encoding: 'utf8' }).trim()
}

function show(command: string, ...args: readonly string[]): void {
  try {
    execFileSync(command, args, { cwd: root, stdio: 'inherit' })
  } catch {
    console.error(
      `This failed: ${command} ${args.join(' ')}\nRun the step again: it skips what is done.`,
    )
    process.exit(1)
  }
}

function succeeds(command: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
