import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountScenarios } from '@photofeed/core/scenarios'
import { Hono } from 'hono'
import { createDemo } from '../../demo/create-demo.ts'
import { keyPages, type SignedInView } from '../../src/dashboard/key-pages.ts'
import { securityHeaders } from '../../src/http/security-headers.ts'
import { openPort, startService } from '../../src/http/service.ts'
import { createMediaHandler } from '../../src/media/media-handler.ts'
import { createMediaStore } from '../../src/media/media-store.ts'
import { openMediaFiles } from '../../src/media/open-media-files.ts'
import { imageSources, platformRules } from '../../src/platform/download-rules.ts'
import { openDatabase } from '../../src/stores/database.ts'
import { testSettings } from '../support/settings.ts'

/** The accounts of the owner who is signed in, in the order in which they are offered. */
export const owned: SignedInView['accounts'] = [
  'premium',
  'free',
  'regenerated',
  'invalid-token',
].map((name, index) => {
  const scenario = accountScenarios.find((known) => known.name === name)
  if (!scenario) throw new Error(`No scenario ${name}`)
  return { accountId: index + 1, username: name, plan: scenario.plan, apiKey: scenario.apiKey }
})

/** Both pages with the read API of the demo's accounts behind them, on one origin. */
export async function startPages() {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-pages-'))
  const database = await openDatabase({ at: ':memory:', secret: 'test' })
  const store = createMediaStore(await openMediaFiles({}, folder), database.files)
  const pictures = new URL('../../../core/media/', import.meta.url)
  await createDemo({ database, media: store, pictures, clock: Date.now })

  const port = await openPort(testSettings)
  const { baseUrl: url, listening } = port
  const onError = (error: unknown) => console.error(error)
  startService(port, testSettings, {
    ...{ store: database.store, feeds: database.feeds, onError },
    media: createMediaHandler({ store, hasSizes: database.hasSizes, onError }),
    pages: keyPagesApp(url),
  })
  return {
    url,
    async close() {
      await listening.close()
      await database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** As the dashboard serves them: each page under its own Content-Security-Policy. */
function keyPagesApp(url: string): Hono {
  const app = new Hono()
  for (const { path, security, render } of keyPages(url, imageSources(platformRules))) {
    app.get(path, securityHeaders(security), async (context) => {
      const accounts = context.req.query('accounts') === 'none' ? [] : owned
      return context.html(render({ owner: { email: 'ada@harbour.example' }, accounts }))
    })
  }
  return app
}
