// Writes the facts that several files repeat; `--check` fails if a file differs.
// The repository's URL is in the root package.json, the license in LICENSE, a version in its package.json.
import { existsSync, writeFileSync } from 'node:fs'
import { packageFolders, readManifest, readText, root } from './packages.ts'

/** The files that repeat shared facts, with the text that they must have. */
export function sharedFacts(repository: string): Map<string, string> {
  const files = new Map<string, string>()
  for (const folder of packageFolders) {
    files.set(`${folder}/LICENSE`, readText('LICENSE'))
    files.set(`${folder}/package.json`, withRepository(folder, repository))
    files.set(`${folder}/README.md`, withLinks(readText(`${folder}/README.md`), repository))
  }
  const workflow = 'examples/contract-ci/.github/workflows/contract.yml'
  files.set(workflow, withLinks(readText(workflow), repository))
  const { version } = readManifest('server')
  for (const path of ['server/compose.yaml', 'server/Containerfile']) {
    const image = `photofeed-server:${version}`
    files.set(path, readText(path).replace(/photofeed-server:\d[\w.-]*/g, image))
  }
  return files
}

function withRepository(folder: string, repository: string): string {
  const facts = {
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    homepage: `${repository}/tree/main/${folder}#readme`,
    bugs: { url: `${repository}/issues` },
  }
  return `${JSON.stringify({ ...readManifest(folder), ...facts }, null, 2)}\n`
}

/** Replaces links to files and pictures of this repository, and references to its GitHub Action. */
function withLinks(text: string, repository: string): string {
  const [major] = readManifest('contract').version.split('.')
  const action = `${new URL(repository).pathname.slice(1)}/contract@v${major}`
  return text
    .replace(
      /https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(blob|raw)\/main\//g,
      `${repository}/$1/main/`,
    )
    .replace(/(uses: )[\w.-]+\/[\w.-]+\/contract@v\d+/g, `$1${action}`)
}

if (import.meta.main) {
  const { repository } = JSON.parse(readText('package.json'))
  for (const [path, text] of sharedFacts(repository)) {
    if (!process.argv.includes('--check')) {
      writeFileSync(new URL(path, root), text)
    } else if (!existsSync(new URL(path, root)) || readText(path) !== text) {
      console.error(`${path} is missing or out of date. Run \`npm run generate\`.`)
      process.exitCode = 1
    }
  }
}
