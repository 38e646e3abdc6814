/** The script of `/__mock`, the panel as a page, and of `/__mock/frame`, the panel in a page of another origin. */
import { createRemoteClient } from './mock-client.ts'
import { PhotofeedPanel } from './panel-element.ts'

const isFrame = location.pathname.endsWith('/frame')
const sheet = new CSSStyleSheet()
sheet.replaceSync('body { margin: 0 }')
document.adoptedStyleSheets = [sheet]

const panel = new PhotofeedPanel(
  createRemoteClient(),
  isFrame ? 'framed' : 'page',
  isFrame
    ? {
        isOpen: location.hash.startsWith('#open'),
        side: location.hash.endsWith('left') ? 'left' : 'right',
      }
    : {},
)
if (isFrame) {
  addEventListener('message', ({ source, data, ports: [port] }) => {
    if (source !== parent || data !== 'photofeed-panel' || !port) return
    panel.addEventListener('layout', () => port.postMessage(panel.layout))
    panel.addEventListener('reload', () => port.postMessage('reload'))
    // The page can do nothing else: it must not change the mock in the name of this origin.
    port.onmessage = ({ data }) => {
      if (data === 'toggle') panel.toggle()
    }
    port.postMessage(panel.layout)
  })
}
document.body.append(panel)
