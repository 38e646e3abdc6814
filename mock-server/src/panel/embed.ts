/**
 * The script `/__mock/panel.js`: adds the panel to a page of another origin, in a frame of the mock's own origin. The page
 * can show and hide the panel, select a scenario by its address, and learns the panel's size and position. It can neither
 * read nor change anything else.
 */
import { takeLinkedScenario } from './deep-link.ts'
import frameStyles from './frame.css'
import { closesPanel, isShortcut } from './keyboard.ts'
import { type PanelPosition, readPosition } from './options.ts'
import { readStored, store } from './storage.ts'
import { showOnTop } from './top-layer.ts'

/** A message of the frame about its layout. */
export interface Layout {
  isOpen: boolean
  position: PanelPosition
  /** Of the button that opens the panel. */
  width: number
  height: number
}

const tag = 'photofeed-panel-frame'
const stored = 'photofeed-mock-frame'
// A module has no current script.
const script = document.currentScript ?? document.querySelector('script[src$="/__mock/panel.js"]')
if (script instanceof HTMLScriptElement && document.querySelector(tag) === null) {
  const { src, dataset } = script
  const defaults = {
    isOpen: dataset.open !== undefined && dataset.open !== 'false',
    position: readPosition(dataset.position) ?? 'bottom-right',
  }
  addFrame(new URL(src).origin, defaults)
}

function addFrame(origin: string, defaults: Pick<Layout, 'isOpen' | 'position'>): void {
  const host = document.createElement(tag)
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(frameStyles)
  root.adoptedStyleSheets = [sheet]
  const frame = document.createElement('iframe')
  // In the page's own storage, since browsers may block that of a frame of another site.
  let { isOpen, position } = { ...defaults, ...readStored<Layout>(stored) }
  let link = takeLinkedScenario(origin)
  frame.title = 'photofeed mock'
  frame.allow = 'clipboard-write'
  root.append(frame)

  let returnTo: HTMLElement | null = null
  let port: MessagePort | undefined
  function onMessage({ data }: MessageEvent<Layout | 'reload'>): void {
    if (data === 'reload') {
      location.reload()
      return
    }
    const wasOpen = isOpen
    isOpen = data.isOpen
    position = data.position
    store(stored, data)
    frame.className = `${position.replace('-', ' ')} ${isOpen ? 'open' : 'closed'}`
    frame.style.setProperty('--width', `${data.width}px`)
    frame.style.setProperty('--height', `${data.height}px`)
    if (wasOpen && !isOpen) {
      returnTo?.focus()
      returnTo = null
    }
  }
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel()
    port = port1
    port.onmessage = onMessage
    frame.contentWindow?.postMessage('photofeed-panel', origin, [port2])
  })
  // A frame that moves in the page loads again.
  showOnTop(host, () => {
    frame.src = addressOf(origin, { isOpen, position, link })
    link = null
  })

  addEventListener('keydown', (event) => {
    if (isOpen && closesPanel(event)) port?.postMessage('close')
    if (!isShortcut(event)) return
    event.preventDefault()
    if (!isOpen) {
      const { activeElement } = document
      returnTo = activeElement instanceof HTMLElement ? activeElement : null
      frame.focus()
    }
    port?.postMessage('toggle')
  })
}

/** Returns the address of the frame in this state. */
function addressOf(
  origin: string,
  { isOpen, position, link }: Pick<Layout, 'isOpen' | 'position'> & { link: string | null },
): string {
  const state = new URLSearchParams({
    open: String(isOpen),
    position,
    ...(link !== null && { scenario: link }),
  })
  return `${origin}/__mock/frame#${state}`
}
