/** The script of `/__mock`, the panel as a page. */
import code from '@photofeed/design/code.css'
import { h, render } from 'preact'
import lists from './lists.css'
import { createRemoteClient } from './mock/client.ts'
import { MockSource } from './mock/source.ts'
import page from './page.css'
import panel from './panel.css'
import { createStyleSheets } from './styles.ts'
import { Panel } from './views/panel.tsx'

const source = new MockSource(show)
const client = createRemoteClient()

document.adoptedStyleSheets = createStyleSheets(code, panel, lists, page)
source.add(client)
show()

function show(): void {
  render(h('main', null, h(Panel, { mock: source })), document.body)
}
