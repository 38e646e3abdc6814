/** The script of `/__mock`, the panel as a page, and of `/__mock/frame`, the panel in a page of another origin. */
import { linkProblem } from './deep-link.ts'
import { createRemoteClient } from './mock-client.ts'
import { readPosition } from './options.ts'
import { PhotofeedPanel } from './panel-element.ts'

const isFrame = location.pathname.endsWith('/frame')
const sheet = new CSSStyleSheet()
sheet.replaceSync('body { margin: 0 }')
document.adoptedStyleSheets = [sheet]

const state = new URLSearchParams(location.hash.slice(1))
const panel = isFrame
  ? new PhotofeedPanel(
      'framed',
      {},
      {
        isOpen: state.get('open') === 'true',
        position: readPosition(state.get('position') ?? undefined) ?? 'bottom-right',
      },
    )
  : new PhotofeedPanel('page')
const client = createRemoteClient()
panel.addMock(client)
const scenario = state.get('scenario')
if (isFrame && scenario !== null) {
  client
    .act({ name: 'override', body: { scenario } })
    .catch((error) => panel.report(linkProblem(scenario, error)))
}
if (isFrame) {
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || data !== 'photofeed-panel' || !port) return
    panel.addEventListener('layout', () => port.postMessage(panel.layout))
    panel.addEventListener('reload', () => port.postMessage('reload'))
    // The page can do nothing else: it must not control the mock in the name of this origin.
    port.onmessage = ({ data }) => {
      if (data === 'toggle') panel.toggle()
      else if (data === 'close') panel.close()
    }
    port.postMessage(panel.layout)
  })
}
document.body.append(panel)
