// Takes a picture of each page of the dashboard, light and dark, in two widths:
// node server/test/dashboard/screenshots.ts <folder>
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchChromium } from '../../../test-support/chromium.ts'
import { type RunningDashboard, runDashboard } from './running-dashboard.ts'
import { mara, signUpIn, Visitor } from './visitor.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder of the pictures.')

async function connect(page: Page, username: string) {
  await page.goto('/accounts')
  await page.getByRole('button', { name: 'Connect an account' }).click()
  await page.getByText(username, { exact: true }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  // The platform's fragment stays at the end.
  await page.waitForURL('**/accounts#_')
}

/** Brings the dashboard to where its pictures are to be taken, one after the other. */
async function* stages(world: RunningDashboard, page: Page) {
  const { database, time } = world
  yield ['sign-up', '/sign-up']
  await signUpIn(page, world)
  yield ['empty', '/accounts']
  const { db } = database.tables
  await db.updateTable('owner').set({ plan: 'premium' }).execute()
  for (const name of ['harbour.and.hearth', 'quiet.lens', 'tideline.notes']) {
    await connect(page, name)
  }
  const [ready, broken] = await db.selectFrom('account').select('id').orderBy('id').execute()
  const hourAgo = time.now - 3_600_000
  for (const account of [ready, broken]) {
    if (account) await database.connections.apply(account.id, 'imported')
  }
  await db
    .updateTable('account')
    .set({ last_fetch_at: hourAgo })
    .where('status', '=', 'ready')
    .execute()
  await db
    .updateTable('work')
    .set({ run_at: time.now + 600_000 })
    .where('account_id', '=', ready?.id ?? 0)
    .execute()
  const reason =
    'Your password on the photo platform was changed, or it ended the session for security.'
  if (broken) await database.connections.apply(broken.id, 'access_lost', { reason })
  yield ['accounts', '/accounts']
  yield ['confirmation', `/accounts/${ready?.id}/regenerate`]
  await new Visitor(world).post('/sign-in', mara)
  yield ['settings', '/settings?after=password']
  yield ['deletion', '/settings/delete']
}

async function shoot(page: Page, name: string, path: string) {
  for (const width of [390, 1280]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const file = `dashboard-${name}-${width}-${colorScheme}.png`
      await page.setViewportSize({ width, height: 840 })
      await page.emulateMedia({ colorScheme })
      await page.goto(path, { waitUntil: 'networkidle' })
      const picture = await page.screenshot({ animations: 'disabled', fullPage: true })
      await sharp(picture)
        .png({ palette: true, effort: 10 })
        .toFile(join(folder as string, file))
    }
  }
}

async function takeAll(browser: Browser) {
  const world = await runDashboard()
  const page = await browser.newPage({ baseURL: world.url })
  for await (const [name = '', path = ''] of stages(world, page)) await shoot(page, name, path)
  await page.close()
  await world.close()
}

await mkdir(folder, { recursive: true })
const browser = await launchChromium()
await takeAll(browser)
await browser.close()
