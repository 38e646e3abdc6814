// Facts that several files repeat. The addresses of the repository and of the site are in the root package.json, the license in
// LICENSE, a version in its package.json.
import { packageFolders, readManifest, readText } from '../packages.ts'
import { withTables } from './tables.ts'

const addresses: { repository: string; homepage: string } = JSON.parse(readText('package.json'))

/** Returns the files that repeat shared facts. The addresses are those of this repository or of a fork. */
export function generate({ repository, homepage } = addresses) {
  const files: Record<string, string> = {}
  for (const folder of packageFolders) {
    files[`${folder}/LICENSE`] = readText('LICENSE')
    files[`${folder}/package.json`] = withRepository(folder, repository)
  }
  for (const [path, folder] of readmes) {
    const unpublished = unpublishedNotice(repository, readManifest(folder).version)
    files[path] = withLinks(withTables(readText(path), { unpublished }), repository)
  }
  for (const path of [
    'docs/manual/sdk.md',
    'docs/manual/element.md',
    'docs/manual/mock-server.md',
    'docs/manual/contract.md',
    'examples/contract-ci/.github/workflows/contract.yml',
    '.github/ISSUE_TEMPLATE/config.yml',
    'server/deploy/prometheus/rules.yml',
  ]) {
    files[path] = withLinks(readText(path), repository)
  }
  const { version } = readManifest('server')
  for (const path of ['server/compose.yaml', 'server/Containerfile']) {
    const image = `photofeed-server:${version}`
    files[path] = readText(path).replace(/photofeed-server:\d[\w.-]*/g, image)
  }
  // Packages and images that people have installed name pages of the site for ever.
  for (const path of ['README.md', 'server/Containerfile']) {
    files[path] = (files[path] ?? readText(path))
      .replace(/https:[^\s'")]+\/(?=run\/install\/|start\/first-picture\/)/g, homepage)
      .replace(/(image\.source=")[^"]+/, `$1${repository}`)
  }
  return files
}

/** The READMEs that begin with the installation of a package, each with that package. */
export const readmes = [
  ['README.md', 'sdk'],
  ...packageFolders.map((folder) => [`${folder}/README.md`, folder] as const),
] as const

/**
 * What READMEs say until the first release, whose version step removes it; empty from then on. Tests run the fenced blocks
 * of READMEs, and this one is none.
 */
export function unpublishedNotice(repository: string, version: string): string {
  if (version !== '0.0.0') return ''
  return `The packages are not on npm yet. This runs everything on your machine, at the address that it prints:

    git clone ${repository} && cd photofeed && npm ci && npm start

To use the packages in a project now, run \`npm run pack\` there. It prints one \`npm install …\` command: run it once in the folder of your project, then leave
\`@photofeed/…\` out of each \`npm install\` below.`
}

function withRepository(folder: string, repository: string): string {
  const facts = {
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: { url: `${repository}/issues` },
  }
  return `${JSON.stringify({ ...readManifest(folder), ...facts }, null, 2)}\n`
}

/** Replaces links to files and pictures of this repository, references to its GitHub Action, and the major versions of others' actions. */
function withLinks(text: string, repository: string): string {
  const [major] = readManifest('contract').version.split('.')
  const action = `${new URL(repository).pathname.slice(1)}/contract@v${major}`
  return text
    .replace(
      /https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(blob\/main|raw\/main|security)\//g,
      `${repository}/$1/`,
    )
    .replace(/(uses: )[\w.-]+\/[\w.-]+\/contract@v\d+/g, `$1${action}`)
    .replace(
      /(uses: )(actions\/[\w-]+)@v\d+/g,
      (_, uses, name) => `${uses}${name}@${majorOf(name)}`,
    )
}

/** The major version of an action in our own workflows, which pin it by commit. */
function majorOf(action: string): string {
  const [, major] =
    new RegExp(`${action}@\\w+ # (v\\d+)`).exec(readText('.github/workflows/ci.yml')) ?? []
  if (major === undefined) throw new Error(`.github/workflows/ci.yml does not use ${action}.`)
  return major
}
