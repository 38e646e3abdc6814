import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const docs = new URL('../', import.meta.url)
const root = new URL('../', docs)
const lock = new URL('.cache-build-lock/', docs)

/** What the site is made from. */
const sources = [
  'docs/{*.ts,*.mjs,*.md,*.json}',
  'docs/manual/*.md',
  'docs/{src,markdown,integrations}/**/*.*',
  '{sdk,element,mock-server,contract,server}/{README.md,custom-elements.json,package.json}',
  'mock-server/dist/fetch.js',
  'element/dist/element.js',
  'design/src/generated/*',
]

function modified(path: string): number {
  return statSync(new URL(path, root), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function isStale(): boolean {
  const built = modified('docs/dist/llms.txt')
  // Tests of packages build again what the site is made from, while others read the site.
  if (built > Number(process.env.TEST_START)) return false
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root }))
  return Math.max(...files.map(modified)) > built
}

/** Builds the site if it is older than its sources. Test files that need it at the same time wait for one build. */
export async function buildSite(): Promise<void> {
  for (;;) {
    if (!isStale()) return
    try {
      mkdirSync(lock)
    } catch {
      await wait(500)
      const since = modified('docs/.cache-build-lock/')
      // A run that was killed leaves the lock.
      if (since > 0 && Date.now() - since > 180_000) rmdirSync(lock)
      continue
    }
    try {
      if (isStale()) execFileSync('node', ['docs/build.ts'], { cwd: root, stdio: 'pipe' })
    } finally {
      rmdirSync(lock)
    }
    return
  }
}

/** The paths of the built pages below the site, without a slash: `guides/errors`, and `` for the first page. */
export function builtPages(): string[] {
  return globSync('**/index.html', { cwd: fileURLToPath(new URL('dist/', docs)) })
    .map((file) => file.replaceAll('\\', '/').replace(/\/?index\.html$/, ''))
    .toSorted()
}

export function readBuilt(file: string): string {
  return readFileSync(new URL(`dist/${file}`, docs), 'utf8')
}
