import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    // TanStack Query marks its files for server components. That has no effect here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // Otherwise Vite finds this import while the page loads, and reloads the page.
  optimizeDeps: { include: ['react/jsx-dev-runtime'] },
})
