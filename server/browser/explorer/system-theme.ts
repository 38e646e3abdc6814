import { useSyncExternalStore } from 'react'

const dark = matchMedia('(prefers-color-scheme: dark)')

/** Returns the system's current theme; GraphiQL reads it only once. */
export function useSystemTheme(): 'dark' | 'light' {
  return useSyncExternalStore(subscribe, () => (dark.matches ? 'dark' : 'light'))
}

function subscribe(listener: () => void) {
  dark.addEventListener('change', listener)
  return () => dark.removeEventListener('change', listener)
}
