import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: 'node_modules/@photofeed/sdk/dist/openapi.json',
  output: 'generated/hey-api',
})
