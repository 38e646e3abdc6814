// NUXT_PUBLIC_FEED_URL and NUXT_PUBLIC_FEED_KEY set these when the server starts.
export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  runtimeConfig: { public: { feedUrl: '', feedKey: '' } },
})
