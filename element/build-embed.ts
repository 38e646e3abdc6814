import { createHash } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'
import { minify } from 'terser'
import manifest from './package.json' with { type: 'json' }

const here = import.meta.dirname

/** Beside `photo-feed.js`: what it loads on demand, under names that change with the content. */
const folder = 'photo-feed'

/** The script is served alone, so it says where the notices of what it contains are, and of what it loads. */
const banner = `/*! ${manifest.name} ${manifest.version}, MIT. Notices: https://unpkg.com/${manifest.name}@${manifest.version}/THIRD_PARTY_LICENSES.txt */\n`

/** The script bundles the SDK, and of it only what it uses: see docs/decisions/008-client.md. */
const smallSdk: Plugin = {
  name: 'small-sdk',
  setup({ onResolve }) {
    const files: Readonly<Record<string, string>> = {
      '@photofeed/sdk': 'src/entries/embed-sdk.ts',
      '@photofeed/sdk/images': '../sdk/src/entries/images.ts',
      'openapi-fetch': 'src/entries/embed-fetch.ts',
    }
    onResolve({ filter: /^(@photofeed\/sdk|openapi-fetch)/ }, ({ path }) => {
      const file = files[path]
      return file ? { path: join(here, file) } : null
    })
  },
}

/**
 * Writes the element as a script for pages without a bundler: `photo-feed.js`, one file without static imports, and the
 * modules that it imports on demand, each a whole file too. Shared code would be a static import of both, so it is in both.
 */
export async function buildEmbed(outdir: string, ...plugins: readonly Plugin[]): Promise<void> {
  await rm(join(outdir, folder), { recursive: true, force: true })
  await mkdir(join(outdir, folder))
  const written = new Map<string, Promise<string>>()

  /** Writes a module that is imported on demand; its address, relative to `photo-feed.js`. */
  async function writeOnDemand(path: string): Promise<string> {
    const code = await bundle(path, '.')
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
    const name = `${basename(path, '.ts')}-${hash}.js`
    await writeFile(join(outdir, folder, name), code)
    return name
  }

  async function bundle(path: string, toFolder: string): Promise<string> {
    const onDemand: Plugin = {
      name: 'on-demand',
      setup({ onResolve, resolve }) {
        onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
          if (kind !== 'dynamic-import' || pluginData === onDemand) return null
          const found = await resolve(path, { resolveDir, kind, pluginData: onDemand })
          const name = written.get(found.path) ?? writeOnDemand(found.path)
          written.set(found.path, name)
          return { path: `${toFolder}/${await name}`, external: true }
        })
      },
    }
    const { outputFiles } = await build({
      entryPoints: [path],
      bundle: true,
      minify: true,
      format: 'esm',
      // Module scripts are always read as UTF-8.
      charset: 'utf8',
      target: 'es2022',
      // Some pages define one.
      define: { 'process.env.NODE_ENV': '"production"', process: 'undefined' },
      plugins: [onDemand, smallSdk, ...plugins],
      write: false,
      logLevel: 'warning',
    })
    return outputFiles[0]?.text ?? ''
  }

  const module = await bundle(join(here, 'src/entries/embed.ts'), `./${folder}`)
  const script = banner + (await compress(asAnyScript(module)))
  await writeFile(join(outdir, 'photo-feed.js'), script)
  const integrity = `sha384-${createHash('sha384').update(script).digest('base64')}`
  const size = gzipSync(script, { level: 9 }).length
  console.log(`photo-feed.js: ${size} bytes with gzip, integrity="${integrity}"`)
}

/** Returns what terser makes of a script that esbuild has minified: 4 % less with gzip. */
async function compress(code: string): Promise<string> {
  const result = await minify(code, {
    ecma: 2020,
    compress: { passes: 3, hoist_funs: true, unsafe_arrows: true },
  })
  return result.code ?? code
}

/**
 * Makes a module a script that is also valid without `type="module"`, which some site builders and consent managers drop.
 * `import.meta` would be a syntax error there, and a classic script of another origin cannot import relative addresses. The
 * first address in a stack is that of the script itself: `document.currentScript` is null in modules, and some pages have no stacks.
 * `/f/<id>.js` is the same script in another folder.
 * A browser remembers that a file could not be loaded, so it is loaded once more under another address.
 */
function asAnyScript(module: string): string {
  const code = module
    .replaceAll(`import("./${folder}/`, `photoFeedImport("./${folder}/`)
    // Of minified code, only style sheets have line feeds.
    .replaceAll(/([;{}])\n/g, '$1')
  return `(()=>{const photoFeedUrl=(document.currentScript?.src||/[a-z-]+:\\/\\/\\S+?(?=:\\d+:\\d)/.exec(new Error().stack)?.[0])?.replace(/\\/f\\/\\w+\\.js/,'/embed.js');const photoFeedImport=async path=>{const{href}=new URL(path,photoFeedUrl);return import(href).catch(()=>import(href+'?'+Date.now()))};${code}})();\n`
}
