import type { ControlState } from '../control/state.ts'
import baseStyles from './base.css'
import { button, element, isShortcut, readStored, store } from './dom.ts'
import type { Layout } from './embed.ts'
import { createHeader, createLauncher, formatCount } from './header.ts'
import listStyles from './lists.css'
import type { Action, MockClient, Panel } from './mock-client.ts'
import { createNote } from './note.ts'
import { createOverview } from './overview.ts'
import panelStyles from './panel.css'
import { createRequestList } from './request-list.ts'
import { createScenarioList } from './scenario-list.ts'
import { createColumns, createTabs, type ViewName, type Views } from './views.ts'

/** In a corner of a page, in a frame of another page, or as a whole page. */
export type PanelMode = 'floating' | 'framed' | 'page'

interface View {
  isOpen: boolean
  side: Layout['side']
  tab: ViewName
}

export const tag = 'photofeed-panel'
const stored = 'photofeed-mock-panel'
const intervalMilliseconds = 1000

/** The scenario panel: shows a mock and changes it. */
export class PhotofeedPanel extends HTMLElement implements Panel {
  readonly isLocal: boolean
  readonly #client: MockClient
  readonly #mode: PanelMode
  readonly #root: ShadowRoot
  readonly #view: View
  #state: ControlState | null = null
  #reads = 0
  #newest = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #returnTo: HTMLElement | null = null
  #listeners = new AbortController()

  readonly #launcher = createLauncher(() => this.toggle())
  readonly #panel: HTMLElement
  readonly #status = element('p', { className: 'mock-status' })
  readonly #note
  readonly #overview
  readonly #scenarios
  readonly #requests
  readonly #views: Views
  readonly #move = button('⇄', { className: 'icon', onClick: () => this.#switchSide() })

  /** `view` overrides the stored state of the panel. */
  constructor(client: MockClient, mode: PanelMode, view: Partial<View> = {}) {
    super()
    this.isLocal = client.isLocal
    this.#client = client
    this.#mode = mode
    this.#view = {
      isOpen: false,
      side: 'right',
      tab: 'scenarios',
      ...readStored<View>(stored),
      ...view,
    }
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [baseStyles, panelStyles, listStyles].map((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      return sheet
    })

    const isPage = mode === 'page'
    this.#scenarios = createScenarioList(this, isPage ? 'h3' : 'h4')
    this.#requests = createRequestList(this)
    this.#overview = createOverview(this, isPage ? 'h2' : 'h3', (scenario) => {
      this.#changeView({ tab: 'scenarios' })
      this.#scenarios.open(scenario)
    })
    const lists = { scenarios: this.#scenarios.node, requests: this.#requests.node }
    this.#views = isPage
      ? createColumns(lists)
      : createTabs(lists, (tab) => this.#changeView({ tab }))
    this.#note = createNote({
      ...(!isPage && { reloadPage: () => this.#reloadPage() }),
      onDismiss: () => this.#overview.focus(),
    })
    this.#panel = element(
      'div',
      { className: `panel ${mode}` },
      createHeader(this, isPage, {
        status: this.#status,
        move: this.#move,
        onClose: () => this.toggle(),
      }),
      this.#overview.node,
      this.#views.node,
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
      if (document.visibilityState === 'visible') this.#refresh()
      else clearTimeout(this.#timer)
    }
    document.addEventListener('visibilitychange', onVisibility, { signal })
    if (this.#mode !== 'page') {
      // Captured, because the panel stops its events below and a page may stop others.
      addEventListener('keydown', (event) => this.#onShortcut(event), { signal, capture: true })
      this.#panel.addEventListener('keydown', (event) => this.#onKey(event), { signal })
      // Typing in the panel must not trigger the shortcuts of the page.
      for (const type of ['keydown', 'keyup', 'keypress']) {
        this.addEventListener(type, (event) => event.stopPropagation(), { signal })
      }
      const observer = new ResizeObserver(() => this.#announce())
      observer.observe(this.#launcher.node)
      signal.addEventListener('abort', () => observer.disconnect())
    }
    this.#applyView()
    this.#refresh()
  }

  disconnectedCallback(): void {
    this.#listeners.abort()
    clearTimeout(this.#timer)
  }

  get layout(): Layout {
    const { width, height } = this.#launcher.node.getBoundingClientRect()
    const { isOpen, side } = this.#view
    return { isOpen, side, width, height }
  }

  toggle(): void {
    const isOpen = !this.#view.isOpen
    const active = document.activeElement
    if (isOpen) this.#returnTo = active === this ? null : (active as HTMLElement | null)
    this.#changeView({ isOpen })
    if (isOpen) {
      this.#overview.focus()
      this.#refresh()
      return
    }
    const { isConnected = false } = this.#returnTo ?? {}
    if (isConnected && this.#returnTo !== document.body) this.#returnTo?.focus()
    else this.#launcher.node.focus()
  }

  async act(action: Action, done: (state: ControlState) => string): Promise<void> {
    try {
      await this.#client.act(action)
    } catch (error) {
      this.#note.say((error as Error).message, { isError: true })
      return this.#refresh()
    }
    await this.#refresh()
    if (this.#state) this.#note.say(done(this.#state), { isPageOld: action.name !== 'copies' })
  }

  override(scenario: string | null): Promise<void> {
    return this.act({ name: 'override', body: { scenario } }, () =>
      scenario === null ? 'Showing the scenario of each key.' : `Showing ${scenario}.`,
    )
  }

  async copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.#note.say(`Copied ${what}.`)
    } catch {
      this.#note.say(`The browser does not let this page copy. Copy it by hand: ${text}`, {
        isError: true,
      })
    }
  }

  #onShortcut(event: KeyboardEvent): void {
    if (!isShortcut(event)) return
    event.preventDefault()
    event.stopPropagation()
    this.toggle()
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
    store(stored, this.#view)
    this.#applyView()
  }

  #applyView(): void {
    const { isOpen, side, tab } = this.#view
    this.dataset.side = side
    if (this.#mode === 'page') return
    this.#launcher.node.hidden = isOpen
    this.#panel.hidden = !isOpen
    this.#move.ariaLabel = `Move the panel to the ${side === 'right' ? 'left' : 'right'}`
    this.#move.title = this.#move.ariaLabel
    this.#views.select(tab)
    this.#announce()
  }

  #announce(): void {
    this.dispatchEvent(new Event('layout'))
  }

  #switchSide(): void {
    this.#changeView({ side: this.#view.side === 'right' ? 'left' : 'right' })
  }

  #reloadPage(): void {
    if (this.#mode === 'floating') location.reload()
    else this.dispatchEvent(new Event('reload'))
  }

  /** Reads the state, and again every second while the panel is visible. */
  #refresh(): Promise<void> {
    clearTimeout(this.#timer)
    this.#newest = this.#read()
    return this.#newest
  }

  async #read(): Promise<void> {
    this.#reads += 1
    const own = this.#reads
    const result = await this.#client.read().catch((error: Error) => error.message)
    // A later read is newer, even if its response has arrived already.
    if (own !== this.#reads) return this.#newest
    if (!this.isConnected) return
    if (typeof result === 'string') this.#showLost(result)
    else this.#show(result)
    const isSeen = this.#mode === 'page' || this.#view.isOpen || this.isLocal
    if (isSeen && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => this.#refresh(), intervalMilliseconds)
    }
  }

  #showLost(message: string): void {
    this.#status.textContent = message
    this.#status.className = 'mock-status lost'
  }

  #show(state: ControlState): void {
    this.#state = state
    const { override, requests, scenarios } = state
    this.#status.textContent = 'Live'
    this.#status.className = 'mock-status'
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
