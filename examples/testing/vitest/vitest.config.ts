import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

// Without CHROMIUM_PATH, Playwright starts the Chromium that it has downloaded.
const provider = playwright({ launchOptions: { executablePath: process.env.CHROMIUM_PATH } })
const instances = [{ browser: 'chromium' as const }]

export default defineConfig({
  test: {
    projects: [
      ...(['node', 'jsdom', 'happy-dom'] as const).map((environment) => ({
        test: { name: environment, include: ['feed.test.ts'], environment },
      })),
      {
        test: {
          name: 'browser',
          include: ['feed.browser.test.ts'],
          // A busy machine takes longer than the second of the default to load pictures.
          expect: { poll: { timeout: 10_000 } },
          browser: { enabled: true, headless: true, provider, instances },
        },
      },
    ],
  },
})
