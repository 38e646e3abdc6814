import { createServer, type ViteDevServer } from 'vite'

const port = Number(process.env.PORT ?? 5173)
let site: ViteDevServer

export const config: WebdriverIO.Config = {
  runner: 'local',
  logLevel: 'error',
  framework: 'mocha',
  reporters: ['spec'],
  specs: ['./feed.spec.ts'],
  baseUrl: `http://127.0.0.1:${port}`,
  // Without these two variables, WebdriverIO downloads a browser and its driver.
  capabilities: [
    {
      browserName: 'chrome',
      'goog:chromeOptions': { binary: process.env.CHROMIUM_PATH, args: ['headless', 'no-sandbox'] },
      'wdio:chromedriverOptions': { binary: process.env.CHROMEDRIVER_PATH },
    },
  ],
  async onPrepare() {
    site = await createServer({ server: { host: '127.0.0.1', port, strictPort: true } })
    await site.listen()
  },
  onComplete: () => site.close(),
}
