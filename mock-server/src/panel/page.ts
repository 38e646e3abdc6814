/** The script of `/__mock`, the panel as a page, and of `/__mock/frame`, the panel in a page of another origin. */
import code from '@photofeed/design/code.css'
import { h, render } from 'preact'
import lists from './lists.css'
import { createRemoteClient } from './mock/client.ts'
import { MockSource } from './mock/source.ts'
import page from './page.css'
import panel from './panel.css'
import { linkProblem } from './place/deep-link.ts'
import { isShortcut } from './shell.tsx'
import { createStyleSheets } from './styles.ts'
import { focusChoice, Panel } from './views/panel.tsx'

const isFrame = location.pathname.endsWith('/frame')
/** The page around a frame can do nothing else: it must not control the mock in the name of this origin. */
const send = (message: string) => parent.postMessage(message, '*')
const source = new MockSource(show)
const client = createRemoteClient()

document.adoptedStyleSheets = createStyleSheets(code, panel, lists, page)
source.add(client)
if (isFrame) {
  addEventListener('keydown', (event) => isShortcut(event) && send('close'))
  addEventListener('focus', () => {
    source.refresh()
    if (document.activeElement === document.body) focusChoice(document)
  })
  const scenario = new URLSearchParams(location.hash.slice(1)).get('scenario')
  if (scenario !== null) {
    client.act(['override', scenario]).catch((error) => {
      source.say(linkProblem(scenario, error), { isError: true })
      send('open')
    })
  }
}
show()

function show(): void {
  const onClose = isFrame ? () => send('close') : undefined
  render(h('main', null, h(Panel, { mock: source, onClose })), document.body)
}
