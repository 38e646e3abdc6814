import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import around from '../../vitest.config.ts'

const setups = [around.test?.globalSetup ?? []].flat()

export default defineConfig({
  test: {
    include: ['*.fixture.ts'],
    cache: false,
    globalSetup: setups.map((path) => fileURLToPath(new URL(`../../${path}`, import.meta.url))),
  },
})
