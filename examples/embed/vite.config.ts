import { defineConfig } from 'vite'

export default defineConfig({
  // Relative, so that the page can be served from any folder.
  base: './',
  build: {
    target: 'es2022',
    // A name that stays, because other pages are to name this script too.
    rolldownOptions: { output: { entryFileNames: 'photo-feed.js' } },
  },
})
