import { defineConfig } from 'vite'

export default defineConfig({
  // Relative URLs, so that the page can be served from any folder.
  base: './',
  build: {
    target: 'es2022',
    // One file without a hash in its name, so that other pages can link to this script.
    rolldownOptions: { output: { entryFileNames: 'photo-feed.js', codeSplitting: false } },
  },
})
