import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

// Without CHROMIUM_PATH, Playwright starts the Chromium that it has downloaded.
const provider = playwright({ launchOptions: { executablePath: process.env.CHROMIUM_PATH } })
const instances = [{ browser: 'chromium' as const }]

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'node', include: ['feed.test.ts'] } },
      {
        test: {
          name: 'browser',
          include: ['feed.browser.test.ts'],
          browser: { enabled: true, headless: true, provider, instances },
        },
      },
    ],
  },
})
