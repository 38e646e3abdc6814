import { defineConfig } from '@playwright/test'

const port = process.env.PORT ?? '3000'
const mockPort = process.env.MOCK_PORT ?? '4500'

export default defineConfig({
  workers: 2,
  fullyParallel: true,
  // Without CHROMIUM_PATH, Playwright starts the Chromium that it has downloaded.
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
  },
  webServer: [
    { command: `photofeed-mock --port ${mockPort}`, port: Number(mockPort) },
    {
      command: `next dev --port ${port}`,
      // The first page is compiled before the tests start.
      url: `http://localhost:${port}`,
      timeout: 180_000,
      env: {
        PHOTOFEED_URL: `http://127.0.0.1:${mockPort}`,
        // Any key: the cookie of a test selects the account.
        PHOTOFEED_KEY: 'e2f0c5a23950f0acb37104e95aab00db7ae161323aa4e249fd0fa4effb4d18c8',
      },
    },
  ],
})
