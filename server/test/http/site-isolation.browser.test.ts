import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { shareChromium } from '../../../test-support/chromium.ts'
import { tempFolder } from '../../../test-support/temp-folder.ts'
import { start } from '../support/commands.ts'

// A module, so that it is loaded with CORS too.
const script = `
const attempts = {
  read: () => fetch('/accounts', { credentials: 'include' }).then((response) => response.text()),
  storage: async () => localStorage.length,
  worker: async () => navigator.serviceWorker.register('/worker.js'),
  frame: () => new Promise((resolve, reject) => {
    const frame = document.createElement('iframe')
    frame.onload = () => (frame.contentDocument ? resolve() : reject())
    frame.src = '/accounts'
    document.body.append(frame)
  }),
  feed: () => fetch('/api/v1/me').then((response) => response.json()),
}
const results = []
for (const [name, attempt] of Object.entries(attempts)) {
  results.push(name + ': ' + (await attempt().then(() => 'possible', () => 'blocked')))
}
document.body.append(Object.assign(document.createElement('pre'), { textContent: results.join(', ') }))
`

test('a script in a page of --site can read the API, but not the pages of the signed-in owner', async () => {
  const folder = await tempFolder()
  await writeFile(join(folder, 'index.html'), '<body><script type="module" src="/a.js"></script>')
  await writeFile(join(folder, 'a.js'), script)
  await writeFile(join(folder, 'worker.js'), '')
  const server = await start('--data', join(await tempFolder(), 'data'), '--site', folder)
  const browser = await shareChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ baseURL: server.url })
  await page.goto('/sign-up')
  await page.getByLabel('E-mail address').fill('mara@harbour.example')
  await page.getByLabel('Password').fill('low tide at noon')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.waitForURL('**/accounts')
  await page.goto('/')
  expect(await page.locator('pre').innerText()).toBe(
    'read: blocked, storage: blocked, worker: blocked, frame: blocked, feed: possible',
  )
  await page.goto('/accounts')
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Accounts')
})
