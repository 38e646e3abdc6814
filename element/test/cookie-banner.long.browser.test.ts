import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'
import { feedTag } from '../editor/tag.ts'
import { siteOfFile } from './element-page.ts'

const site = await siteOfFile()

test('behind a cookie banner nothing is loaded before the visitor agrees', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-banner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{}')
  await npmInstall(folder, 'vanilla-cookieconsent@3.1.0')
  const file = 'node_modules/vanilla-cookieconsent/dist/cookieconsent.umd.js'
  const banner = await readFile(join(folder, file), 'utf8')
  const { page, requestUrls, errors } = await site.open(
    feedTag({
      ...{ baseUrl: site.mock.url, id: site.mock.key('premium').slice(0, 8) },
      ...{ profileUrl: 'https://www.instagram.com/your.account/', category: 'marketing' },
    }),
  )
  await page.addScriptTag({ content: banner })
  await page.evaluate(`CookieConsent.run({
    hideFromBots: false,
    categories: { marketing: {} },
    language: { default: 'en', translations: { en: {
      consentModal: { title: 'Cookies', acceptAllBtn: 'Accept' },
      preferencesModal: { sections: [] },
    } } },
  })`)
  const ofService = () => requestUrls.filter((url) => url.startsWith(site.mock.url))
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  expect(ofService()).toEqual([])
  // Visitors who do not agree see the link in the place of the photos.
  expect(await page.getByRole('link', { name: 'Our photos on Instagram' }).isVisible()).toBe(true)
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => page.locator('photo-feed li[data-post]').count()).toBe(6)
  expect(errors).toEqual([])
})
