// Makes the picture of each example's README, or of those that are named, after `npm run build`:
// node testing/screenshots.ts [name …]
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { createServer, preview } from 'vite'
import { startExample } from '../examples/started-example.ts'
import { buildSite } from '../examples/static/site.ts'
import { startMockServer } from '../mock-server/src/node.ts'
import { launchChromium } from './chromium.ts'

const examples = fileURLToPath(new URL('../examples/', import.meta.url))
const largest = 250_000

/** Brings each example to where its picture is to be taken of, and away again. */
const stages: Record<string, (shoot: (url: string) => Promise<void>) => Promise<void>> = {
  astro: (shoot) => ofStarted('astro', shoot),
  embed: (shoot) => ofStarted('embed', shoot),
  react: (shoot) => ofStarted('react', shoot),

  async offline(shoot) {
    const site = await createServer({ root: join(examples, 'offline'), logLevel: 'error' })
    await site.listen()
    // A state that is hard to have without a mock.
    await shoot(`${site.resolvedUrls?.local[0]}?scenario=invalid-token`)
    await site.close()
  },

  async static(shoot) {
    const folder = await mkdtemp(join(tmpdir(), 'photofeed-screenshot-'))
    const mock = await startMockServer({ print: () => {} })
    await buildSite({ baseUrl: mock.url, apiKey: mock.key('premium') }, folder)
    await mock.close()
    const site = await preview({ root: folder, build: { outDir: '.' }, logLevel: 'error' })
    await shoot(site.resolvedUrls?.local[0] ?? '')
    await site.close()
    await rm(folder, { recursive: true })
  },

  async node(shoot) {
    const script = join(examples, 'node/main.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [script])
    await shoot(`data:text/html;charset=utf-8,${encodeURIComponent(terminal(stdout))}`)
  },
}

async function ofStarted(name: string, shoot: (url: string) => Promise<void>) {
  const example = await startExample(name)
  await shoot(example.page)
  await example.stop()
}

/** A terminal's window with this output; it holds no markup. */
function terminal(output: string) {
  return `<!doctype html>
<style>
body { display: grid; place-items: center; min-height: 100vh; margin: 0; background: #dfe5ea }
pre { width: 1000px; margin: 0; padding: 3.25rem 2.25rem 2rem; border-radius: 12px; color: #e6e6e6;
  background: radial-gradient(circle 6px at 26px 24px, #ff6058 97%, #0000), radial-gradient(circle 6px at 48px 24px, #ffbd2e 97%, #0000),
    radial-gradient(circle 6px at 70px 24px, #28c940 97%, #0000), #1c2026;
  box-shadow: 0 20px 50px #0005; font: 17px/1.6 "DejaVu Sans Mono", Consolas, Menlo, monospace }
</style>
<pre>$ npm start -w @photofeed/example-node

${output.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</pre>`
}

async function takePicture(browser: Browser, url: string, file: string) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 840 } })
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.evaluate(async () => {
    const shown = [...document.images].filter(({ y }) => y < innerHeight)
    await Promise.all(shown.map((image) => image.decode().catch(() => {})))
  })
  const { size } = await sharp(await page.screenshot({ animations: 'disabled' }))
    .png({ palette: true, effort: 10 })
    .toFile(file)
  await page.close()
  console.log(`${file}: ${Math.round(size / 1000)} kB`)
  if (size > largest) throw new Error(`${file} is larger than ${largest / 1000} kB.`)
}

const names = process.argv.slice(2)
const browser = await launchChromium()
for (const [name, stage] of Object.entries(stages)) {
  if (names.length > 0 && !names.includes(name)) continue
  await stage((url) => takePicture(browser, url, join(examples, name, 'screenshot.png')))
}
await browser.close()
