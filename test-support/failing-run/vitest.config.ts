import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { globalSetup } from '../../vitest.config.ts'

export default defineConfig({
  test: {
    include: ['*.fixture.ts'],
    cache: false,
    globalSetup: globalSetup.map((path) =>
      fileURLToPath(new URL(`../../${path}`, import.meta.url)),
    ),
  },
})
