/** @jsxImportSource preact */
import { type ComponentChild, render } from 'preact'
import type { PanelOptions } from './options.ts'
import { hideEvents, isShortcut, shortcut } from './place/keyboard.ts'
import { readStored, store } from './place/storage.ts'
import { showOnTop } from './place/top-layer.ts'
import shellStyles from './shell.css'
import { createStyleSheets } from './styles.ts'
import { formatCount, Logo } from './views/parts.tsx'

interface ShellParts {
  options: PanelOptions
  content(): ComponentChild
  /** What the button that opens the panel shows: the scenario of every key, and the number of requests with warnings. */
  facts(): { override: string | null; warnings: number }
  /** Called after the panel was opened, to focus its content. */
  onOpen(root: ShadowRoot): void
  /** Called while the panel is out of the page, because it moves within it. */
  onPlace?(root: ShadowRoot): void
}

const stored = 'photofeed-mock-panel'

/** Creates the panel in a corner of a page, with the button that opens it. */
export function createShell({ options, content, facts, onOpen, onPlace }: ShellParts) {
  const { position = 'bottom-right', open = false } = options
  let isOpen = readStored<boolean>(stored) ?? open
  const host = document.createElement('photofeed-panel')
  host.dataset.position = position
  const root = host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = createStyleSheets(shellStyles)
  const listeners = new AbortController()
  let returnTo: HTMLElement | null = null
  let shown: ComponentChild

  function show(): void {
    // Preact skips what has not changed, so a closed panel takes no time of the page.
    if (isOpen || !shown) shown = content()
    const { override, warnings } = facts()
    const texts = [
      'Open the mock panel',
      override && `every key responds as ${override}`,
      warnings > 0 && formatCount(warnings, 'request with warnings', 'requests with warnings'),
    ]
    render(
      <aside aria-label="photofeed mock">
        <button
          type="button"
          class={warnings > 0 ? 'launcher warned' : 'launcher'}
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
      onOpen(root)
    } else if (returnTo?.isConnected && returnTo !== document.body) returnTo.focus()
    else root.querySelector<HTMLElement>('.launcher')?.focus()
  }

  // Captured, because a page may stop its events.
  const onKey = (event: KeyboardEvent) => {
    if (!isShortcut(event)) return
    event.preventDefault()
    event.stopPropagation()
    toggle()
  }
  addEventListener('keydown', onKey, { signal: listeners.signal, capture: true })
  hideEvents(host, listeners.signal)
  show()
  const { remove } = showOnTop(host, () => onPlace?.(root))
  return {
    show,
    toggle,
    /** Opens the panel without moving the focus. */
    open: () => setOpen(true),
    remove() {
      listeners.abort()
      remove()
      render(null, root)
    },
  }
}
