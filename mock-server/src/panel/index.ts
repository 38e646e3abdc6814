import type { MockControls } from '../mock-controls.ts'
import { createLocalClient } from './mock/source.ts'
import { createPanel, type PanelHandle, type PanelOptions } from './shell.tsx'
import { takeLinkedScenario } from './storage.ts'

// This module may be there twice: after a hot reload, or in two bundles.
const key = Symbol.for('photofeed.mock.panel')
const page: { shown: ReturnType<typeof createPanel> | null } = Reflect.get(globalThis, key) ?? {
  shown: null,
}
Reflect.set(globalThis, key, page)

/** Repeats the stored actions on a mock of this page, and adds it to the panel of the page. */
export function addPanel(mock: MockControls, options: PanelOptions): PanelHandle {
  const client = createLocalClient(mock)
  const scenario = takeLinkedScenario()
  page.shown ??= createPanel(options)
  const { source, open, remove } = page.shown
  if (scenario !== null) {
    client.act(['override', scenario]).catch((error: Error) => {
      open()
      const text = `The address of this page has ?photofeed=${scenario}: ${error.message}`
      source.say(text, { isError: true })
    })
  }
  source.add(client)
  return {
    remove() {
      source.remove(client)
      if (source.clients.length > 0) return
      remove()
      page.shown = null
    },
  }
}
