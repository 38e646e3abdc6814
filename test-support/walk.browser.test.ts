import { expect, test } from 'vitest'
import { shareBrowser } from './browser.ts'
import { hurdles } from './walk.ts'

test('a page with one of each hurdle', async () => {
  const browser = shareBrowser()
  const page = await browser.newPage()
  const text = `<!doctype html>
<style>
  .bar { position: fixed; inset: auto 0 0; height: 100px; background: silver; z-index: 1 }
  .wide { width: 600px }
  .unmarked { outline: none }
  @keyframes turn { to { rotate: 360deg } }
  .moving { width: 9px; animation: turn 1s infinite }
</style>
<p class="wide">Wider than a phone</p><p class="moving">+</p>
<a href="#" class="unmarked">Without an outline</a>
<div style="height: 3000px"><button style="position: fixed; bottom: 20px">Below the bar</button></div>
<div class="bar"></div>
<script>setTimeout(() => document.body.prepend(Object.assign(document.createElement('h1'), { textContent: 'Late', style: 'height: 300px' })), 300)</script>`
  await page.goto(`data:text/html,${encodeURIComponent(text)}`)
  await page.waitForTimeout(800)
  const found = (await hurdles(page)).map((text) => text.replace(/\d+ pixels|0\.\d+/, '…'))
  expect(found).toEqual([
    'a layout shift of …',
    '1280 x 900: covered <button style="position: fixed; bottom: 20px">Below the bar</button>',
    '390 x 844: … beyond the window',
    '390 x 844: covered <button style="position: fixed; bottom: 20px">Below the bar</button>',
    '320 x 256: … beyond the window',
    '320 x 256: covered <button style="position: fixed; bottom: 20px">Below the bar</button>',
    'with more spacing: covered <button style="position: fixed; bottom: 20px">Below the bar</button>',
    'no outline: <a href="#" class="unmarked">Without an outline</a>',
    '1 animations',
  ])
  await page.close()
  await browser.close()
})
