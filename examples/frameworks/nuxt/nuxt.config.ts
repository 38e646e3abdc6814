// NUXT_PUBLIC_PHOTOFEED_URL and NUXT_PUBLIC_PHOTOFEED_KEY set these when the server starts.
export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  runtimeConfig: { public: { photofeedUrl: '', photofeedKey: '' } },
})
