import { defineConfig } from 'vite'

export default defineConfig({
  // Relative URLs, so that the page can be served from any folder.
  base: './',
  build: { target: 'es2022' },
})
