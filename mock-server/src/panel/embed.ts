/**
 * The script `/__mock/panel.js`: adds the panel to a page of another origin, in a frame of the mock's own origin. The page
 * can show and hide the panel, and learns its size and position. It can neither read nor change the mock.
 */
import { isShortcut, readStored, store } from './dom.ts'
import frameStyles from './frame.css'

/** A message of the frame about its layout. */
export interface Layout {
  isOpen: boolean
  side: 'left' | 'right'
  /** Of the button that opens the panel. */
  width: number
  height: number
}

const tag = 'photofeed-panel-frame'
const stored = 'photofeed-mock-frame'
const source = (document.currentScript as HTMLScriptElement | null)?.src
if (source !== undefined && document.querySelector(tag) === null) {
  const { origin } = new URL(source)
  if (document.readyState === 'loading') {
    addEventListener('DOMContentLoaded', () => addFrame(origin), { once: true })
  } else addFrame(origin)
}

function addFrame(origin: string): void {
  const host = document.createElement(tag)
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(frameStyles)
  root.adoptedStyleSheets = [sheet]
  const frame = document.createElement('iframe')
  // In the page's own storage, since browsers may block that of a frame of another site.
  const { isOpen, side } = readStored<Layout>(stored) ?? { isOpen: false, side: 'right' }
  frame.src = `${origin}/__mock/frame#${isOpen ? 'open' : 'closed'}-${side}`
  frame.title = 'photofeed mock'
  frame.allow = 'clipboard-write'
  root.append(frame)
  document.body.append(host)

  const { port1: port, port2 } = new MessageChannel()
  let wasOpen = false
  let returnTo: HTMLElement | null = null
  port.onmessage = ({ data }: MessageEvent<Layout | 'reload'>) => {
    if (data === 'reload') return location.reload()
    const { isOpen, side, width, height } = data
    store(stored, data)
    frame.className = `${side} ${isOpen ? 'open' : 'closed'}`
    frame.style.setProperty('--width', `${width}px`)
    frame.style.setProperty('--height', `${height}px`)
    if (wasOpen && !isOpen) {
      returnTo?.focus()
      returnTo = null
    }
    wasOpen = isOpen
  }
  frame.addEventListener('load', () => {
    frame.contentWindow?.postMessage('photofeed-panel', origin, [port2])
  })
  addEventListener('keydown', (event) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    if (!wasOpen) {
      returnTo = document.activeElement as HTMLElement | null
      frame.focus()
    }
    port.postMessage('toggle')
  })
}
