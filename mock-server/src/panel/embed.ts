/**
 * The script `/__mock/panel.js`: adds the panel to a page of another origin, in a frame of the mock's own origin. The page
 * can show and hide the panel, and select a scenario by its address. It can neither read nor change anything else.
 */
import { h } from 'preact'
import type { PanelPosition } from './options.ts'
import { takeLinkedScenario } from './place/deep-link.ts'
import { createShell } from './shell.tsx'

// A module has no current script.
const script = document.currentScript ?? document.querySelector('script[src$="/__mock/panel.js"]')
if (script instanceof HTMLScriptElement && !document.querySelector('photofeed-panel')) {
  addFrame(script)
}

function addFrame({ src, dataset }: HTMLScriptElement): void {
  const { origin } = new URL(src)
  let link = takeLinkedScenario()
  let frame: HTMLIFrameElement
  const shell = createShell({
    options: {
      position: (dataset.position ?? 'bottom-right') as PanelPosition,
      open: dataset.open !== undefined && dataset.open !== 'false',
    },
    content: () => h('iframe', { title: 'photofeed mock', allow: 'clipboard-write' }),
    facts: () => ({ override: null, warnings: 0 }),
    onOpen: () => frame.focus(),
    // A frame that moves in the page loads again.
    onPlace(root) {
      frame = root.querySelector('iframe') as HTMLIFrameElement
      const hash = link === null ? '' : `#scenario=${encodeURIComponent(link)}`
      frame.src = `${origin}/__mock/frame${hash}`
      link = null
    },
  })
  addEventListener('message', ({ source, data }) => {
    if (source !== frame.contentWindow) return
    if (data === 'close') shell.toggle()
    else if (data === 'open') shell.open()
  })
}
