// Makes a module of each file that the mock serves to pages: its own page, and <photo-feed>. Files beside the code would be
// lost when a mock is bundled, moved or part of an executable. Run by the build; what it writes is not committed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'
import { collectLicenses } from './licenses.ts'

const mock = new URL('../../mock-server/', import.meta.url)
const element = new URL('../../element/dist/', import.meta.url)
const generated = new URL('src/generated/', mock)
const modules = new URL('pages/', generated)
const mark = '// Made by embed-pages.ts. Do not edit.\n'

/** Bundles style sheets as texts, without the comments and spaces that a page would load. */
const cssText: Plugin = {
  name: 'css-text',
  setup({ onLoad }) {
    onLoad({ filter: /\.css$/ }, async ({ path }) => {
      const { code } = await transform(readFileSync(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code, loader: 'text' }
    })
  },
}

const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL('src/panel/page.ts', mock))],
  bundle: true,
  minify: true,
  write: false,
  target: 'es2022',
  logLevel: 'warning',
  plugins: [cssText, collectLicenses('mock-server-pages')],
})

const page = readFileSync(new URL('src/panel/page.html', mock), 'utf8')

const texts: Record<string, string> = {
  'page.html': page,
  // It has no pictures.
  'control-page.html': page.replace(/ *<script async .*\n/, ''),
  'icon.svg': readFileSync(new URL('src/panel/icon.svg', mock), 'utf8'),
  'page.js': outputFiles[0]?.text ?? '',
  'embed.js': readFileSync(new URL('photo-feed.js', element), 'utf8'),
}
for (const name of readdirSync(new URL('photo-feed/', element)).toSorted()) {
  texts[`photo-feed/${name}`] = readFileSync(new URL(`photo-feed/${name}`, element), 'utf8')
}

rmSync(modules, { recursive: true, force: true })
mkdirSync(modules, { recursive: true })
const loaders = Object.entries(texts).map(([name, text]) => {
  const module = `${name.replaceAll(/[/.]/g, '-')}.ts`
  writeFileSync(new URL(module, modules), `${mark}export default ${JSON.stringify(text)}\n`)
  return `  '${name}': () => import('./pages/${module}'),\n`
})
writeFileSync(
  new URL('page-files.ts', generated),
  `${mark}export const pageFiles: Record<string, () => Promise<{ default: string }>> = {\n${loaders.join('')}}\n`,
)
