import type { MockControls } from '../mock.ts'
import { linkProblem, takeLinkedScenario } from './deep-link.ts'
import { createLocalClient, type MockClient } from './mock-client.ts'
import type { PanelHandle, PanelOptions } from './options.ts'
import { PhotofeedPanel, tag } from './panel-element.ts'
import { showOnTop } from './top-layer.ts'

interface ShownPanel {
  element: PhotofeedPanel
  remove(): void
}

// This module may be there twice: after a hot reload, or in two bundles.
const key = Symbol.for('photofeed.mock.panel')
const page: { shown: ShownPanel | null } = Reflect.get(globalThis, key) ?? { shown: null }
Reflect.set(globalThis, key, page)

/** Repeats the stored actions on a mock of this page, and adds it to the panel of the page. */
export function addPanel(mock: MockControls, options: PanelOptions): PanelHandle {
  const client = createLocalClient(mock)
  const problem = selectLinked(mock, client)
  page.shown ??= createPanel(options)
  const { element, remove } = page.shown
  element.addMock(client)
  if (problem !== null) element.report(problem)
  return {
    remove() {
      if (element.removeMock(client) > 0) return
      remove()
      page.shown = null
    },
  }
}

function createPanel({ position, open }: PanelOptions): ShownPanel {
  // A module that was replaced during development has defined the element already.
  const Element = (customElements.get(tag) ?? PhotofeedPanel) as typeof PhotofeedPanel
  const element = new Element('floating', {
    ...(position && { position }),
    ...(open !== undefined && { isOpen: open }),
  })
  const { remove } = showOnTop(element)
  return { element, remove }
}

/** Selects the scenario of the page's address. Returns why it cannot. */
function selectLinked(mock: MockControls, client: MockClient): string | null {
  const scenario = takeLinkedScenario(client.address)
  if (scenario === null) return null
  try {
    mock.override(scenario)
  } catch (error) {
    return linkProblem(scenario, error)
  }
  // Stores it for reloads.
  client.act({ name: 'override', body: { scenario } })
  return null
}
