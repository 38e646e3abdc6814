import type { ControlState } from '../control/state.ts'
import { element } from './dom.ts'
import type { Layout } from './embed.ts'
import { createHeader, createLauncher, formatCount } from './header.ts'
import { closesPanel, hideEvents, isShortcut } from './keyboard.ts'
import type { MockClient } from './mock-client.ts'
import { createMockReader } from './mock-reader.ts'
import { createNote } from './note.ts'
import { createOverview } from './overview.ts'
import { createPanelActions } from './panel-actions.ts'
import { createRequestList } from './request-list.ts'
import { createScenarioList } from './scenario-list.ts'
import { createStyleSheets } from './styles.ts'
import { otherSide, readView, storeView, type View } from './view.ts'
import { createColumns, createTabs, type Views } from './views.ts'

/** In a corner of a page, in a frame of another page, or as a whole page. */
export type PanelMode = 'floating' | 'framed' | 'page'

export const tag = 'photofeed-panel'

/** The scenario panel: shows mocks, one at a time, and changes them. */
export class PhotofeedPanel extends HTMLElement {
  readonly #mode: PanelMode
  readonly #root: ShadowRoot
  readonly #view: View
  readonly #reader = createMockReader({
    isVisible: () => this.isConnected && (this.#mode !== 'framed' || this.#view.isOpen),
    onState: (state) => this.#show(state),
    onLost: (message) => this.#header.showStatus(message, true),
  })
  #returnTo: HTMLElement | null = null
  #listeners = new AbortController()

  readonly #launcher = createLauncher(() => this.toggle())
  readonly #panel: HTMLElement
  readonly #header
  readonly #note
  readonly #overview
  readonly #scenarios
  readonly #requests
  readonly #views: Views

  /** The user's choices override `defaults`; `fixed` overrides both. */
  constructor(mode: PanelMode, defaults: Partial<View> = {}, fixed: Partial<View> = {}) {
    super()
    this.#mode = mode
    this.#view = { ...readView(defaults), ...fixed }
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = createStyleSheets()

    const isPage = mode === 'page'
    this.#note = createNote({
      ...(!isPage && { reloadPage: () => this.#reloadPage() }),
      onDismiss: () => this.#overview.focus(),
    })
    const panel = createPanelActions(mode === 'floating', this.#reader, this.#note.say)
    this.#header = createHeader(panel, isPage, {
      onMove: () => this.#changeView({ position: otherSide(this.#view.position) }),
      onClose: () => this.toggle(),
      onSelect: (address) => this.#reader.select(address),
    })
    this.#scenarios = createScenarioList(panel, isPage ? 'h3' : 'h4')
    this.#requests = createRequestList(panel)
    this.#overview = createOverview(panel, isPage ? 'h2' : 'h3', (scenario) => {
      this.#changeView({ tab: 'scenarios' })
      this.#scenarios.open(scenario)
    })
    const lists = { scenarios: this.#scenarios.node, requests: this.#requests.node }
    this.#views = (isPage ? createColumns : createTabs)(lists, (tab) => this.#changeView({ tab }))
    this.#panel = element(
      'div',
      { className: `panel ${mode}` },
      this.#header.node,
      element('div', { className: 'body' }, this.#overview.node, this.#views.node),
      this.#note.node,
    )
    if (isPage) this.#root.append(element('main', {}, this.#panel))
    else {
      this.#panel.role = 'dialog'
      this.#panel.ariaLabel = 'photofeed mock panel'
      const { node } = this.#launcher
      this.#root.append(element('aside', { ariaLabel: 'photofeed mock' }, node, this.#panel))
    }
  }

  connectedCallback(): void {
    this.#listeners = new AbortController()
    const { signal } = this.#listeners
    this.dataset.mode = this.#mode
    const onVisibility = () => {
      if (document.visibilityState === 'visible') this.#reader.refresh()
      else this.#reader.pause()
    }
    document.addEventListener('visibilitychange', onVisibility, { signal })
    if (this.#mode !== 'page') {
      // Captured, because the panel stops its events below and a page may stop others.
      addEventListener('keydown', (event) => this.#onShortcut(event), { signal, capture: true })
      addEventListener('keydown', (event) => this.#onPageKey(event), { signal })
      this.#panel.addEventListener('keydown', (event) => this.#onKey(event), { signal })
      hideEvents(this, signal)
      const observer = new ResizeObserver(() => this.#announce())
      observer.observe(this.#launcher.node)
      signal.addEventListener('abort', () => observer.disconnect())
    }
    this.#applyView()
    this.#reader.refresh()
  }

  disconnectedCallback(): void {
    this.#listeners.abort()
    this.#reader.pause()
  }

  /** Shows a mock. It replaces the mock of the same address. */
  addMock(client: MockClient): void {
    this.#header.showMocks(this.#reader.add(client), client.address)
  }

  /** Returns the number of mocks that are left. */
  removeMock(client: MockClient): number {
    const addresses = this.#reader.remove(client)
    this.#header.showMocks(addresses, this.#reader.client?.address)
    return addresses.length
  }

  /** Opens the panel with an error. */
  report(message: string): void {
    this.#changeView({ isOpen: true })
    this.#note.say(message, { isError: true })
  }

  get layout(): Layout {
    const { width, height } = this.#launcher.node.getBoundingClientRect()
    const { isOpen, position } = this.#view
    return { isOpen, position, width, height }
  }

  toggle(): void {
    const isOpen = !this.#view.isOpen
    const active = document.activeElement
    if (isOpen) this.#returnTo = active === this || !(active instanceof HTMLElement) ? null : active
    this.#changeView({ isOpen })
    if (isOpen) {
      this.#overview.focus()
      this.#reader.refresh()
      return
    }
    const { isConnected = false } = this.#returnTo ?? {}
    if (isConnected && this.#returnTo !== document.body) this.#returnTo?.focus()
    else this.#launcher.node.focus()
  }

  close(): void {
    if (this.#view.isOpen) this.toggle()
  }

  #onShortcut(event: KeyboardEvent): void {
    if (!isShortcut(event)) return
    event.preventDefault()
    event.stopPropagation()
    this.toggle()
  }

  /** A key while the focus is in the page. */
  #onPageKey(event: KeyboardEvent): void {
    if (this.#view.isOpen && closesPanel(event)) this.toggle()
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    // The first Esc clears the filter.
    const { target } = event
    if (target instanceof HTMLInputElement && target.type === 'search' && target.value) return
    event.preventDefault()
    this.toggle()
  }

  #changeView(change: Partial<View>): void {
    Object.assign(this.#view, change)
    storeView(this.#view)
    this.#applyView()
  }

  #applyView(): void {
    const { isOpen, position, tab } = this.#view
    this.dataset.position = position
    this.#views.select(tab)
    if (this.#mode === 'page') return
    this.#launcher.node.hidden = isOpen
    this.#panel.hidden = !isOpen
    this.#header.showPosition(position)
    this.#announce()
  }

  #announce(): void {
    this.dispatchEvent(new Event('layout'))
  }

  #reloadPage(): void {
    if (this.#mode === 'floating') location.reload()
    else this.dispatchEvent(new Event('reload'))
  }

  #show(state: ControlState): void {
    const { override, requests, scenarios } = state
    this.#header.showStatus('Live')
    const warnings = requests.filter((request) => request.warnings.length > 0).length
    this.#launcher.show(override, warnings)
    const { counts } = this.#views
    counts.scenarios.textContent = `${scenarios.length}`
    counts.requests.textContent =
      warnings === 0
        ? `${requests.length}`
        : `${requests.length}, ${formatCount(warnings, 'warning', 'warnings')}`
    counts.requests.classList.toggle('caution', warnings > 0)
    this.#overview.show(state)
    this.#scenarios.show(state)
    this.#requests.show(state)
  }
}

if (customElements.get(tag) === undefined) customElements.define(tag, PhotofeedPanel)
