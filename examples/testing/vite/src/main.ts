import { createApp, h, Suspense } from 'vue'
import App from './App.vue'

if (import.meta.env.DEV) {
  const { startMocks } = await import('./mocks')
  await startMocks()
}

// A component that awaits its data needs a Suspense around it.
createApp(() => h(Suspense, () => h(App))).mount('#app')
