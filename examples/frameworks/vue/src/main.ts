import { createApp, h, Suspense } from 'vue'
import App from './App.vue'

// A component that awaits its data needs a Suspense around it.
createApp(() => h(Suspense, () => h(App))).mount('#app')
