import code from '@photofeed/design/code.css'
import { h } from 'preact'
import type { MockControls } from '../mock-controls.ts'
import lists from './lists.css'
import { createLocalClient } from './mock/client.ts'
import { MockSource } from './mock/source.ts'
import type { PanelHandle, PanelOptions } from './options.ts'
import panel from './panel.css'
import { linkProblem, takeLinkedScenario } from './place/deep-link.ts'
import { createShell } from './shell.tsx'
import { countWarnings, focusChoice, Panel } from './views/panel.tsx'

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
  const { source, shell } = page.shown
  if (scenario !== null) {
    client.act(['override', scenario]).catch((error) => {
      shell.open()
      source.say(linkProblem(scenario, error), { isError: true })
    })
  }
  source.add(client)
  return {
    remove() {
      source.remove(client)
      if (source.clients.length > 0) return
      shell.remove()
      page.shown = null
    },
  }
}

function createPanel(options: PanelOptions) {
  const source = new MockSource(() => shell.show())
  const shell = createShell({
    options,
    styles: [code, panel, lists],
    content: () => h(Panel, { mock: source, onClose: () => shell.toggle() }),
    facts: () => ({ override: source.state?.override ?? null, warnings: countWarnings(source) }),
    onOpen: focusChoice,
  })
  return { source, shell }
}
