import { defineConfig } from '@playwright/test'

const port = Number(process.env.PORT ?? 5173)

export default defineConfig({
  workers: 2,
  fullyParallel: true,
  // Without CHROMIUM_PATH, Playwright starts the Chromium that it has downloaded.
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    launchOptions: { executablePath: process.env.CHROMIUM_PATH },
  },
  webServer: { command: `vite --host 127.0.0.1 --port ${port} --strictPort`, port },
})
