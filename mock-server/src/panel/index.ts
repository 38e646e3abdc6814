import type { MockControls } from '../mock.ts'
import { createLocalClient } from './mock-client.ts'
import { PhotofeedPanel, tag } from './panel-element.ts'

/** Repeats the stored actions on a mock of this page, and adds its panel to the page. */
export function showPanel(mock: MockControls): void {
  const client = createLocalClient(mock)
  // A module that was replaced during development has defined the element already.
  const Element = (customElements.get(tag) ?? PhotofeedPanel) as typeof PhotofeedPanel
  const show = () => {
    document.querySelector(tag)?.remove()
    document.body.append(new Element(client, 'floating'))
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', show, { once: true })
  else show()
}
