import type { ControlState } from '../control-state.ts'
import type { Action, Connection, Panel } from './connection.ts'
import { button, element, logo } from './dom.ts'
import type { Layout } from './embed.ts'
import { createRequestList } from './request-list.ts'
import { createScenarioList } from './scenario-list.ts'
import { isShortcut, shortcut } from './shortcut.ts'
import { readStored, store } from './storage.ts'
import { panelStyles } from './styles.ts'

/** In a corner of a page, in a frame that another page shows there, or a page of its own. */
export type PanelMode = 'floating' | 'framed' | 'page'

interface View {
  isOpen: boolean
  side: Layout['side']
  tab: 'scenarios' | 'requests'
}

export const tag = 'photofeed-panel'
const stored = 'photofeed-mock-panel'
const intervalMilliseconds = 1000

/** The scenarios that are one click away, if the mock has them. */
const shortcuts = {
  premium: 'Ready',
  'invalid-token': 'Broken connection',
  importing: 'Importing',
  empty: 'No posts',
  free: 'Free plan',
  'server-error': 'Server error',
}
const latencies = [0, 200, 500, 1000, 3000]

/** The scenario panel: shows a mock and changes it. */
export class PhotofeedPanel extends HTMLElement implements Panel {
  readonly isLocal: boolean
  readonly #connection: Connection
  readonly #mode: PanelMode
  readonly #root: ShadowRoot
  readonly #view: View
  #state: ControlState | null = null
  #reads = 0
  #newest = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  #returnTo: HTMLElement | null = null
  #listeners = new AbortController()

  readonly #launcher = button('', { className: 'launcher', onClick: () => this.toggle() })
  readonly #launcherText = element('span', {})
  readonly #panel: HTMLElement
  readonly #status = element('p', { className: 'connection' })
  readonly #chips = element('div', { className: 'chips', role: 'group' })
  readonly #seen = element('p', { className: 'seen' })
  readonly #change = button('Edit', { onClick: () => this.#openCurrent() })
  readonly #latency = element('select', {})
  readonly #message = element('p', { role: 'status' })
  readonly #reload = button('Reload page', {
    className: 'primary',
    onClick: () => this.#reloadPage(),
  })
  readonly #dismiss = button('Dismiss', { onClick: () => this.#say('') })
  readonly #note = element('div', { className: 'note' }, this.#message, this.#reload, this.#dismiss)
  readonly #scenarios
  readonly #requests
  readonly #counts = { scenarios: element('span', {}), requests: element('span', {}) }
  readonly #tabs = new Map<View['tab'], { tab: HTMLElement | null; content: HTMLElement }>()
  readonly #move = button('⇄', { className: 'icon', onClick: () => this.#switchSide() })

  /** `view` is what the page that shows the panel remembers of it. */
  constructor(connection: Connection, mode: PanelMode, view: Partial<View> = {}) {
    super()
    this.isLocal = connection.isLocal
    this.#connection = connection
    this.#mode = mode
    this.#view = {
      isOpen: false,
      side: 'right',
      tab: 'scenarios',
      ...readStored<View>(stored),
      ...view,
    }
    this.#root = this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(panelStyles)
    this.#root.adoptedStyleSheets = [sheet]

    const isPage = mode === 'page'
    this.#scenarios = createScenarioList(this, isPage ? 'h3' : 'h4')
    this.#requests = createRequestList(this)
    const content = [this.#header(), this.#sees(), isPage ? this.#columns() : this.#tabView()]
    this.#panel = element('div', { className: `panel ${mode}` }, ...content, this.#note)
    if (isPage) this.#root.append(element('main', {}, this.#panel))
    else {
      this.#panel.role = 'dialog'
      this.#panel.ariaLabel = 'photofeed mock panel'
      this.#launcher.title = `Mock panel (${shortcut})`
      this.#launcher.setAttribute('aria-keyshortcuts', shortcut)
      this.#launcher.append(logo(), this.#launcherText)
      const aside = element('aside', { ariaLabel: 'photofeed mock' }, this.#launcher, this.#panel)
      this.#root.append(aside)
    }
    this.#say('')
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
      // Captured: the events of the panel are stopped below, and a page may stop its own.
      addEventListener('keydown', (event) => this.#onShortcut(event), { signal, capture: true })
      this.#panel.addEventListener('keydown', (event) => this.#onKey(event), { signal })
      // Typing in the panel must not trigger the shortcuts of the page.
      for (const type of ['keydown', 'keyup', 'keypress']) {
        this.addEventListener(type, (event) => event.stopPropagation(), { signal })
      }
      new ResizeObserver(() => this.#announce()).observe(this.#launcher)
    }
    this.#applyView()
    this.#refresh()
  }

  disconnectedCallback(): void {
    this.#listeners.abort()
    clearTimeout(this.#timer)
  }

  get layout(): Layout {
    const { width, height } = this.#launcher.getBoundingClientRect()
    const { isOpen, side } = this.#view
    return { isOpen, side, width, height }
  }

  toggle(): void {
    const isOpen = !this.#view.isOpen
    const active = document.activeElement
    if (isOpen) this.#returnTo = active === this ? null : (active as HTMLElement | null)
    this.#changeView({ isOpen })
    if (isOpen) {
      this.#focusChip()
      this.#refresh()
      return
    }
    const { isConnected = false } = this.#returnTo ?? {}
    if (isConnected && this.#returnTo !== document.body) this.#returnTo?.focus()
    else this.#launcher.focus()
  }

  async act(action: Action, done: (state: ControlState) => string): Promise<void> {
    try {
      await this.#connection.act(action)
    } catch (error) {
      this.#say((error as Error).message, { isError: true })
      return this.#refresh()
    }
    await this.#refresh()
    if (this.#state) this.#say(done(this.#state), { isPageOld: action.name !== 'copies' })
  }

  override(scenario: string | null): Promise<void> {
    return this.act({ name: 'override', body: { scenario } }, () =>
      scenario === null ? 'Showing the scenario of each key.' : `Showing ${scenario}.`,
    )
  }

  async copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.#say(`Copied ${what}.`)
    } catch {
      this.#say(`The browser does not let this page copy. Copy it by hand: ${text}`, {
        isError: true,
      })
    }
  }

  #header(): HTMLElement {
    const isPage = this.#mode === 'page'
    const title = element(isPage ? 'h1' : 'h2', { className: 'brand' }, logo(), 'photofeed ')
    title.append(element('span', {}, 'mock'))
    const header = element('div', { className: 'top' }, title, this.#status)
    if (isPage) {
      const { origin } = location
      const copy = button('Copy', {
        name: 'Copy the address of the mock',
        onClick: () => this.copy('the address of the mock', origin),
      })
      header.append(element('p', { className: 'copyable' }, element('code', {}, origin), copy))
      return header
    }
    const close = button('✕', { className: 'icon', onClick: () => this.toggle() })
    close.ariaLabel = 'Close the panel'
    close.title = 'Close (Esc)'
    header.append(this.#move, close)
    return header
  }

  /** What the page sees now, and the scenarios that are one click away. */
  #sees(): HTMLElement {
    const label = this.isLocal ? 'This page sees' : 'Every page sees'
    this.#chips.ariaLabel = label
    this.#latency.addEventListener('change', () => {
      const { value } = this.#latency
      const [lower = 0, upper] = value.split('-').map(Number)
      const milliseconds = upper === undefined ? lower : ([lower, upper] as const)
      this.act({ name: 'latency', body: { milliseconds } }, () =>
        value === '0' ? 'Responses have no latency.' : `Each response takes ${value} ms longer.`,
      )
    })
    const reset = button('Reset all', {
      onClick: () =>
        this.act(
          { name: 'reset', body: {} },
          () => 'Everything is reset. Copies and requests are removed.',
        ),
    })
    const heading = element(this.#mode === 'page' ? 'h2' : 'h3', { className: 'label' }, label)
    return element(
      'section',
      { className: 'sees', ariaLabel: label },
      heading,
      element('div', { className: 'now' }, this.#seen, this.#change),
      this.#chips,
      element(
        'div',
        { className: 'options' },
        element('label', {}, 'Latency', this.#latency),
        reset,
      ),
    )
  }

  #columns(): HTMLElement {
    const column = (tab: View['tab'], title: string, content: HTMLElement) =>
      element(
        'section',
        { className: tab, ariaLabel: title },
        element('h2', {}, title, ' ', this.#counts[tab]),
        content,
      )
    this.#tabs.set('scenarios', { tab: null, content: this.#scenarios.node })
    this.#tabs.set('requests', { tab: null, content: this.#requests.node })
    return element(
      'div',
      { className: 'columns' },
      column('scenarios', 'Scenarios', this.#scenarios.node),
      column('requests', 'Requests', this.#requests.node),
    )
  }

  #tabView(): HTMLElement {
    const list = element('div', { className: 'tabs', role: 'tablist', ariaLabel: 'Views' })
    const contents = element('div', { className: 'contents' })
    const add = (name: View['tab'], title: string, content: HTMLElement) => {
      const tab = button(`${title} `, { onClick: () => this.#changeView({ tab: name }) })
      tab.append(this.#counts[name])
      Object.assign(tab, { role: 'tab', id: `tab-${name}` })
      tab.setAttribute('aria-controls', name)
      Object.assign(content, { role: 'tabpanel', id: name, tabIndex: 0 })
      content.setAttribute('aria-labelledby', tab.id)
      list.append(tab)
      contents.append(content)
      this.#tabs.set(name, { tab, content })
    }
    add('scenarios', 'Scenarios', this.#scenarios.node)
    add('requests', 'Requests', this.#requests.node)
    list.addEventListener('keydown', ({ key }) => {
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
      const tab = this.#view.tab === 'requests' ? 'scenarios' : 'requests'
      this.#changeView({ tab })
      this.#tabs.get(tab)?.tab?.focus()
    })
    return element('div', { className: 'tab-view' }, list, contents)
  }

  #focusChip(): void {
    const chips = [...this.#chips.children] as HTMLElement[]
    const chip = chips.find(({ ariaPressed }) => ariaPressed === 'true') ?? chips[0]
    chip?.focus()
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
    const { isOpen, side, tab: shown } = this.#view
    this.dataset.side = side
    if (this.#mode === 'page') return
    this.#launcher.hidden = isOpen
    this.#panel.hidden = !isOpen
    this.#move.ariaLabel = `Move the panel to the ${side === 'right' ? 'left' : 'right'}`
    this.#move.title = this.#move.ariaLabel
    for (const [name, { tab, content }] of this.#tabs) {
      if (tab) {
        tab.ariaSelected = String(name === shown)
        tab.tabIndex = name === shown ? 0 : -1
      }
      content.hidden = name !== shown
    }
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

  /** Opens the details of the scenario that the page sees. */
  #openCurrent(): void {
    if (!this.#state) return
    this.#changeView({ tab: 'scenarios' })
    this.#scenarios.open(currentScenario(this.#state))
  }

  #say(text: string, { isError = false, isPageOld = false } = {}): void {
    this.#message.textContent = text
    this.#note.classList.toggle('failed', isError)
    this.#note.classList.toggle('empty-note', text === '')
    const { activeElement } = this.#root
    const hadFocus = this.#note.contains(activeElement)
    this.#reload.hidden = !isPageOld || this.#mode === 'page'
    this.#dismiss.hidden = text === ''
    if (hadFocus && text === '') this.#focusChip()
  }

  /** Reads the state, and again every second while somebody can see it. */
  #refresh(): Promise<void> {
    clearTimeout(this.#timer)
    this.#newest = this.#read()
    return this.#newest
  }

  async #read(): Promise<void> {
    this.#reads += 1
    const own = this.#reads
    const answer = await this.#connection.read().catch((error: Error) => error.message)
    // A later read is newer, also when its response is here already.
    if (own !== this.#reads) return this.#newest
    if (!this.isConnected) return
    if (typeof answer === 'string') this.#showLost(answer)
    else this.#show(answer)
    const isSeen = this.#mode === 'page' || this.#view.isOpen || this.isLocal
    if (isSeen && document.visibilityState === 'visible') {
      this.#timer = setTimeout(() => this.#refresh(), intervalMilliseconds)
    }
  }

  #showLost(message: string): void {
    this.#status.textContent = message
    this.#status.className = 'connection lost'
  }

  #show(state: ControlState): void {
    this.#state = state
    const { override, latency, requests, scenarios } = state
    this.#status.textContent = 'Live'
    this.#status.className = 'connection'
    const warnings = requests.filter((request) => request.warnings.length > 0).length
    this.#launcherText.textContent = override ?? ''
    this.#launcher.ariaLabel = [
      'Open the mock panel',
      ...(override === null ? [] : [`every request reads ${override}`]),
      ...(warnings === 0
        ? []
        : [count(warnings, 'request with warnings', 'requests with warnings')]),
    ].join(', ')
    this.#launcher.classList.toggle('warned', warnings > 0)
    this.#counts.scenarios.textContent = `${scenarios.length}`
    this.#counts.requests.textContent =
      warnings === 0
        ? `${requests.length}`
        : `${requests.length}, ${count(warnings, 'warning', 'warnings')}`
    this.#counts.requests.className = warnings === 0 ? 'count' : 'count caution'
    this.#counts.scenarios.className = 'count'

    const current = currentScenario(state)
    this.#seen.replaceChildren(
      element('strong', {}, override ?? 'the scenario of its key'),
      element('span', {}, override === null ? `last: ${current}` : 'whatever key it sends'),
    )
    this.#change.ariaLabel = `Edit ${current}`
    this.#change.title = `Faults and transitions of ${current}`
    this.#showChips(state)
    if (this.#root.activeElement !== this.#latency) showLatency(this.#latency, latency)
    this.#scenarios.show(state)
    this.#requests.show(state)
  }

  #showChips({ override, scenarios }: ControlState): void {
    const known = Object.entries(shortcuts).filter(([name]) =>
      scenarios.some((scenario) => scenario.name === name),
    )
    const choices: [string | null, string][] = [[null, 'No override'], ...known]
    if (this.#chips.childElementCount !== choices.length) {
      this.#chips.replaceChildren(
        ...choices.map(([name, title]) => {
          const chip = button(title, { onClick: () => this.override(name) })
          chip.dataset.name = name ?? ''
          return chip
        }),
      )
    }
    for (const chip of this.#chips.children as HTMLCollectionOf<HTMLElement>) {
      chip.ariaPressed = String(chip.dataset.name === (override ?? ''))
    }
  }
}

if (customElements.get(tag) === undefined) customElements.define(tag, PhotofeedPanel)

/** The scenario of the override, else that of the latest request. */
function currentScenario({ override, requests, scenarios }: ControlState): string {
  const latest = requests.find(({ scenario }) => scenario !== null)?.scenario
  return override ?? latest ?? scenarios[0]?.name ?? ''
}

function showLatency(select: HTMLSelectElement, latency: ControlState['latency']): void {
  const value = typeof latency === 'number' ? String(latency) : latency.join('-')
  const values = [...new Set([...latencies.map(String), value])]
  if (select.options.length !== values.length) {
    select.replaceChildren(
      ...values.map((text) =>
        element('option', { value: text }, text === '0' ? 'none' : `${text} ms`),
      ),
    )
  }
  select.value = value
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
