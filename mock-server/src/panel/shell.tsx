/** @jsxImportSource preact */
import { type ComponentChild, render } from 'preact'
import { MockSource } from './mock/source.ts'
import styles from './shell.css'
import { readStored, store } from './storage.ts'
import { createStyleSheets } from './styles.ts'
import { countWarnings, Panel } from './views/panel.tsx'
import { formatCount, Logo } from './views/parts.tsx'

/** The corner of the page that the panel is in. */
export type PanelPosition = 'bottom-right' | 'bottom-left' | 'top-right' | 'top-left'

/** Where and how the panel appears until the user opens or closes it. */
export interface PanelOptions {
  /** By default `bottom-right`. */
  position?: PanelPosition
  /** Whether the panel is open. By default false: a button opens it. */
  open?: boolean
}

/** The panel of one mock in the page. */
export interface PanelHandle {
  /** Removes the mock from the panel, and with its last mock the panel from the page. */
  remove(): void
}

const stored = 'photofeed-mock-panel'

/** Creates the panel in a corner of a page, with the button that opens it, and the mocks that it shows. */
export function createPanel({ position = 'bottom-right', open = false }: PanelOptions) {
  const source = new MockSource(show)
  let isOpen = readStored<boolean>(stored) ?? open
  const host = document.createElement('photofeed-panel')
  host.dataset.position = position
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = createStyleSheets(styles)
  const listeners = new AbortController()
  let returnTo: HTMLElement | null = null
  let shown: ComponentChild

  function show(): void {
    // An action may end after the panel was removed.
    if (listeners.signal.aborted) return
    // Preact skips what has not changed, so a closed panel takes no time of the page.
    if (isOpen || !shown) shown = <Panel mock={source} onClose={toggle} />
    const override = source.state?.override ?? null
    const warnings = countWarnings(source)
    const texts = [
      'Open the mock panel',
      override && `every key responds as ${override}`,
      warnings > 0 && formatCount(warnings, 'request with warnings', 'requests with warnings'),
    ]
    render(
      <aside aria-label="photofeed mock">
        <button
          type="button"
          class={warnings > 0 ? 'button launcher warned' : 'button launcher'}
          hidden={isOpen}
          aria-label={texts.filter(Boolean).join(', ')}
          aria-keyshortcuts={shortcut}
          title={`Mock panel (${shortcut})`}
          onClick={toggle}
        >
          <Logo />
          {override && <span>{override}</span>}
        </button>
        <div class="window" role="dialog" aria-label="photofeed mock panel" hidden={!isOpen}>
          {shown}
        </div>
      </aside>,
      root,
    )
    place()
  }

  /**
   * Shows the panel above everything else in the page, again whenever the state is read. A manual popover is above transformed,
   * filtered and contained elements. While a modal dialog is open, everything outside it is inert, so the panel moves into it.
   */
  function place(): void {
    // Before the body is complete, the panel would be the first to get the focus.
    if (document.readyState === 'loading') return
    const parent = findModal(host) ?? document.documentElement
    if (host.parentNode === parent && host.isConnected) return
    host.remove()
    parent.append(host)
    // Older browsers have no popovers; there the z-index has to suffice.
    if ('showPopover' in host) host.showPopover()
  }

  function setOpen(next: boolean): void {
    isOpen = next
    store(stored, isOpen)
    show()
  }

  function toggle(): void {
    const active = document.activeElement
    setOpen(!isOpen)
    if (isOpen) {
      returnTo = active instanceof HTMLElement && active !== host ? active : null
      root.querySelector<HTMLElement>('.settings [aria-pressed]')?.focus()
    } else if (returnTo?.isConnected && returnTo !== document.body) returnTo.focus()
    else root.querySelector<HTMLElement>('.launcher')?.focus()
  }

  // Captured, because a page may stop its events. By the physical key: with Alt, a Mac types another character.
  const onKey = (event: KeyboardEvent) => {
    const { altKey, shiftKey, ctrlKey, metaKey, code } = event
    if (!altKey || !shiftKey || ctrlKey || metaKey || code !== 'KeyP') return
    event.preventDefault()
    event.stopPropagation()
    toggle()
  }
  addEventListener('keydown', onKey, { signal: listeners.signal, capture: true })
  // What the user does in the panel must not trigger shortcuts of the page or close its dialogs.
  for (const type of privateEvents) {
    host.addEventListener(type, (event) => event.stopPropagation(), { signal: listeners.signal })
  }
  host.popover = 'manual'
  document.addEventListener('focusin', place, { signal: listeners.signal, capture: true })
  document.addEventListener('DOMContentLoaded', place, { signal: listeners.signal })
  show()
  return {
    source,
    /** Opens the panel without moving the focus. */
    open: () => setOpen(true),
    remove() {
      listeners.abort()
      host.remove()
      render(null, root)
    },
  }
}

/** Returns the open modal dialog of the page: the focus is in the one that was opened last. */
function findModal(host: HTMLElement): Element | null {
  let focused = document.activeElement
  while (focused !== host && focused?.shadowRoot?.activeElement) {
    focused = focused.shadowRoot.activeElement
  }
  return focused?.closest('dialog:modal') ?? document.querySelector('dialog:modal')
}

/** The keys that open and close the panel, as tooltips and `aria-keyshortcuts` write them. */
const shortcut = 'Alt+Shift+P'

/** The events by which a page notices a click, a key or the focus outside its own dialogs and menus. */
const privateEvents = [
  'keydown',
  'keyup',
  'keypress',
  'pointerdown',
  'mousedown',
  'touchstart',
  'click',
  'focusin',
]
