import { createApp, defineComponent, h, onErrorCaptured, ref, Suspense } from 'vue'
import App from './App.vue'

const Root = defineComponent(() => {
  const hasFailed = ref(false)
  onErrorCaptured(() => {
    hasFailed.value = true
    return false
  })
  const retry = () => {
    hasFailed.value = false
  }
  // A component that awaits its data needs a Suspense around it.
  return () =>
    hasFailed.value
      ? [
          h('p', { role: 'alert' }, 'The posts could not be loaded.'),
          h('button', { type: 'button', onClick: retry }, 'Try again'),
        ]
      : h(Suspense, () => h(App))
})

createApp(Root).mount('#app')
