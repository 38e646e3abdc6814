import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { doorPictures } from '../src/dashboard/front-door.ts'
import { renderExplorer } from './explorer/render.ts'
import { renderDeveloper, renderLook, renderPut } from './feed/render.ts'
import { renderPlayground } from './playground/render.ts'
import { renderReference } from './reference/render.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

const entryPoints = {
  dashboard: 'dashboard/main.ts',
  accounts: 'dashboard/cards.css',
  playground: 'playground/main.ts',
  feed: 'feed/main.ts',
  explorer: 'explorer/main.ts',
  reference: 'reference/main.ts',
  authorize: 'authorize.css',
  demo: 'demo.css',
  components: 'components.css',
}

/** Writes the pages that are the same for all owners into a folder. */
export async function writePages(folder: URL): Promise<void> {
  const pages = {
    playground: renderPlayground(),
    explorer: renderExplorer(),
    reference: renderReference(),
    look: renderLook(),
    put: renderPut(),
    developer: renderDeveloper(),
  }
  for (const [name, page] of Object.entries(pages)) {
    await writeFile(new URL(`${name}.html`, folder), page)
  }
}

/** Writes the scripts and styles of the dashboard, playground, explorer, reference, emulator and demo into an emptied folder. */
export async function bundlePages(folder: URL, ...plugins: readonly Plugin[]): Promise<void> {
  const { outputFiles } = await build({
    absWorkingDir: here,
    entryPoints,
    outdir: fileURLToPath(folder),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    logLevel: 'warning',
    write: false,
    plugins: [...plugins],
  })
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  for (const { path, contents } of outputFiles) {
    await writeFile(path, contents)
  }
  for (const name of doorPictures) {
    const drawing = new URL(`../../core/media/${name}/320.webp`, import.meta.url)
    await copyFile(drawing, new URL(`door-${name}.webp`, folder))
  }
}

if (import.meta.main) {
  await bundlePages(new URL('../assets/dashboard/', import.meta.url))
  await writePages(new URL('../assets/', import.meta.url))
}
