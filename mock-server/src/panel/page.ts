/** The script of `/`, pictures beside the panel, and of `/__mock`, the panel as a page. */
import { h, render } from 'preact'
import { createRemoteClient, MockSource } from './mock/source.ts'
import page from './page.css'
import { createStyleSheets } from './styles.ts'
import { Panel } from './views/panel.tsx'
import { Preview } from './views/preview.tsx'

const source = new MockSource(show)
const client = createRemoteClient()

document.adoptedStyleSheets = createStyleSheets(page)
source.add(client)
show()

function show(): void {
  const preview = location.pathname === '/' && h(Preview, { mock: source })
  render(h('main', null, h(Panel, { mock: source, preview })), document.body)
}
