import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'
import { type Site, startSite } from '../test/element-page.ts'
import { firstAttributes, type PlaceName, profileUrlOf, snippet } from './snippets.ts'

// What WordPress' own packages do to the copied text.

interface Block {
  name: string
}

/** What {@link entry} adds to the page. */
interface WordPress {
  pasteHandler(pasted: { HTML: string; plainText: string; mode: 'AUTO' }): Block[]
  serialize(blocks: Block[]): string
  parse(text: string): Block[]
  autop(text: string): string
}

const entry = `
import { parse, pasteHandler, registerBlockType, serialize } from '@wordpress/blocks'
import { autop } from '@wordpress/autop'
import metadata from './package/build-module/html/block.json'
import save from './package/build-module/html/save.mjs'
registerBlockType(metadata, { save, edit: () => null })
registerBlockType('core/paragraph', { title: 'Paragraph', category: 'text', save: () => null, edit: () => null })
Object.assign(window, { parse, pasteHandler, serialize, autop })
`

let site: Site
let editor: string
const folders: string[] = []

beforeAll(async () => {
  site = await startSite()
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-wordpress-'))
  folders.push(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  await npmInstall(
    folder,
    '@wordpress/blocks@16.1.0',
    '@wordpress/autop@4.55.0',
    '--ignore-scripts',
  )
  // Its dependencies are a thousand times larger than its block of HTML, which needs none of them.
  const run = promisify(execFile)
  await run('npm', ['pack', '--prefer-offline', '@wordpress/block-library@11.1.0'], { cwd: folder })
  await run('tar', ['xzf', 'wordpress-block-library-11.1.0.tgz', 'package/build-module/html'], {
    cwd: folder,
  })
  await writeFile(join(folder, 'entry.js'), entry)
  const { outputFiles } = await build({
    entryPoints: [join(folder, 'entry.js')],
    bundle: true,
    format: 'iife',
    define: { 'process.env.NODE_ENV': '"production"', 'globalThis.IS_GUTENBERG_PLUGIN': 'false' },
    write: false,
    logLevel: 'error',
  })
  editor = outputFiles[0]?.text ?? ''
})
afterAll(async () => {
  await site?.close()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

const copied = (place: PlaceName) =>
  snippet(place, {
    ...{ baseUrl: site.mock.url, apiKey: site.mock.key('premium') },
    attributes: firstAttributes('premium'),
    profileUrl: profileUrlOf('harbour.and.hearth'),
  })

async function openEditor(): Promise<Page> {
  const { page } = await site.open('<p>An editor</p>')
  await page.addScriptTag({ content: editor })
  return page
}

const paste = (page: Page, plainText: string) =>
  page.evaluate((plainText) => {
    const { pasteHandler, serialize } = window as unknown as WordPress
    const blocks = pasteHandler({ HTML: '', plainText, mode: 'AUTO' })
    return { names: blocks.map(({ name }) => name), saved: serialize(blocks) }
  }, plainText)

test.each(['wordpress', 'cookie-banner'] as const)(
  'the copied text for %s becomes one Custom HTML block with the same text',
  async (place) => {
    const page = await openEditor()
    const text = copied(place)
    expect(await paste(page, text)).toEqual({ names: ['core/html'], saved: text })
    // Without the comments it does not.
    expect((await paste(page, copied('shopify'))).saved).not.toContain('<script')
    const parsed = await page.evaluate(
      (text) => (window as unknown as WordPress).parse(text).map(({ name }) => name),
      text,
    )
    expect(parsed).toEqual(['core/html'])
  },
)

test.each(['wordpress', 'html', 'shopify'] as const)(
  'the text for %s shows nine pictures after the paragraphs that the Classic Editor adds',
  async (place) => {
    const page = await openEditor()
    const text = `A page\n\n${copied(place)}\n\nMore text`
    const published = await page.evaluate(
      (text) => (window as unknown as WordPress).autop(text),
      text,
    )
    expect(published).toContain('<p>More text</p>')
    const { page: blog, errors } = await site.open(published)
    await expect.poll(() => blog.locator('photo-feed li img').count()).toBe(9)
    expect(errors).toEqual([])
  },
)
