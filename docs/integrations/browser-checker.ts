import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const replacements: Readonly<Record<string, string>> = {
  'node:crypto': fileURLToPath(new URL('../src/live/shims/crypto.ts', import.meta.url)),
  'node:timers/promises': fileURLToPath(new URL('../src/live/shims/timers.ts', import.meta.url)),
}

/** Lets the contract checker run in a page: it imports two modules of Node, of which it needs a function each. */
export function browserChecker(): Plugin {
  return {
    name: 'browser-checker',
    enforce: 'pre',
    resolveId(id, importer) {
      return importer?.includes('/contract/dist/') ? replacements[id] : undefined
    },
  }
}
