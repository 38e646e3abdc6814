import { defineConfig } from 'vite'

export default defineConfig({
  base: './',
  build: {
    target: 'es2022',
    // TanStack Query marks its files for server components, which mean nothing here.
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
  // Found only while the page loads, it would make Vite load the page a second time.
  optimizeDeps: { include: ['react/jsx-dev-runtime'] },
})
