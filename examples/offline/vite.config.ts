import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

const worker = fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js'))

export default defineConfig({
  base: './',
  build: { target: 'es2022' },
  plugins: [
    {
      // The folder `public` would publish the worker's script with every build.
      name: 'mock-worker',
      apply: 'serve',
      configureServer({ middlewares }) {
        middlewares.use('/mockServiceWorker.js', async (_request, response) => {
          response.setHeader('Content-Type', 'text/javascript').end(await readFile(worker))
        })
      },
    },
  ],
})
