// Makes a module of each picture and of the clip: the only form of a file that every bundler, Node and every
// test runner load lazily in the same way. Run by the build; what it writes is not committed.
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

const media = new URL('../../core/media/', import.meta.url)
const generated = new URL('../../mock-server/src/generated/', import.meta.url)
const modules = new URL('media/', generated)
const mark = '// Made from core/media by embed-media.ts. Do not edit.\n'

rmSync(modules, { recursive: true, force: true })
mkdirSync(modules, { recursive: true })

const loaders = globSync('**/*.{jpg,webp,mp4}', { cwd: media })
  // Windows separates folders with backslashes.
  .map((path) => path.replaceAll('\\', '/'))
  .toSorted()
  .map((name) => {
    const module = `${name.replaceAll(/[/.]/g, '-')}.ts`
    const base64 = readFileSync(new URL(name, media)).toString('base64')
    writeFileSync(new URL(module, modules), `${mark}export default '${base64}'\n`)
    return `  '${name}': () => import('./media/${module}'),\n`
  })

writeFileSync(
  new URL('media-files.ts', generated),
  `${mark}export const mediaFiles: Record<string, () => Promise<{ default: string }>> = {\n${loaders.join('')}}\n`,
)
