import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { npmInstall } from '../../test-support/npm-install.ts'
import { startSite } from '../test/element-page.ts'
import { firstAttributes, profileUrlOf, snippet } from './snippets.ts'

test('behind a cookie banner nothing is loaded before the visitor agrees', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-banner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'package.json'), '{}')
  await npmInstall(folder, 'vanilla-cookieconsent@3.1.0')
  const file = 'node_modules/vanilla-cookieconsent/dist/cookieconsent.umd.js'
  const banner = await readFile(join(folder, file), 'utf8')
  const site = await startSite()
  onTestFinished(() => site.close())
  const text = snippet('cookie-banner', {
    ...{ baseUrl: site.mock.url, apiKey: site.mock.key('premium') },
    attributes: firstAttributes('premium'),
    profileUrl: profileUrlOf('harbour.and.hearth'),
  })
  const { page, requestUrls, errors } = await site.open(text)
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
  // Visitors who do not agree see a link in the place of the photos, not an empty place.
  const link = await page.getByRole('link', { name: 'Our photos on Instagram' }).boundingBox()
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => page.locator('photo-feed li img').count()).toBe(9)
  const feed = await page.locator('photo-feed').boundingBox()
  expect(Math.abs((feed?.height ?? 0) - (link?.height ?? 0))).toBeLessThan(16)
  expect(errors).toEqual([])
})
