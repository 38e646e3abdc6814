import {
  type ControlState,
  controlMethods,
  controlState,
  unchecked,
} from '../../control/control-api.ts'
import { type MockControls, serviceOf } from '../../mock-controls.ts'
import { createConnection } from '../../transport/client.ts'
import { readStored, store } from '../storage.ts'

/** What the panel changes: a method of the mock, with its parameters. */
type Action = readonly [name: keyof typeof controlMethods, ...parameters: unknown[]]

export interface MockClient {
  /** The address of the mock, which names it in the panel. */
  address: string
  /** Whether the mock is in this page, so that reading it costs no request. */
  isLocal: boolean
  read(): Promise<ControlState>
  /** Rejects with a message for the user. */
  act(action: Action): Promise<unknown>
}

/**
 * Creates a client of a mock in this page. A reload of the page creates a new mock, so the actions are stored for the tab
 * and repeated on the new one.
 */
export function createLocalClient(mock: MockControls): MockClient {
  const service = serviceOf(mock)
  const address = service.context.baseUrl
  const stored = `photofeed-mock-actions ${address}`
  let actions: Action[] = []
  async function act([name, ...parameters]: Action): Promise<void> {
    controlMethods[name](service.current, unchecked(parameters), service)
    const isResetOfAll = name === 'reset' && parameters[0] === undefined
    actions = isResetOfAll ? [] : [...actions, [name, ...parameters]]
    store(stored, actions)
  }
  // The page may no longer have a scenario, or its accounts start in another state.
  for (const action of readStored<Action[]>(stored) ?? []) act(action).catch(() => {})
  return {
    address,
    isLocal: true,
    read: async () => controlState(service.current),
    act,
  }
}

/** Creates a client of a mock on a port, for a page of the same origin. */
export function createRemoteClient(): MockClient {
  const mock = createConnection(location.origin)
  return {
    address: mock.url,
    isLocal: false,
    read: mock.readState,
    act: ([name, ...parameters]) => mock.method(name)(...parameters),
  }
}

const intervalMilliseconds = 1000

/** The mocks of a panel. Reads the state of the selected one now, and every second while the panel is visible. */
export class MockSource {
  clients: readonly MockClient[] = []
  client: MockClient | undefined
  /** The last state of the selected mock; null before the first one. */
  state: ControlState | null = null
  /** Why the mock does not respond; null while it does. */
  problem: string | null = null
  /** What the last action did, or why it failed. */
  message: { text: string; isError: boolean } | null = null
  readonly #onChange: () => void
  #reads = 0
  #newest = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onChange: () => void) {
    this.#onChange = onChange
    document.addEventListener('visibilitychange', () => {
      clearTimeout(this.#timer)
      if (isVisible()) this.refresh()
    })
  }

  /** Adds and selects a mock. It replaces the mock of the same address. */
  add(added: MockClient): void {
    this.clients = [...this.clients.filter(({ address }) => address !== added.address), added]
    this.select(added)
  }

  remove(removed: MockClient): void {
    this.clients = this.clients.filter((other) => other !== removed)
    if (this.client === removed) this.select(this.clients.at(-1))
  }

  select(client: MockClient | undefined): void {
    this.client = client
    this.state = null
    this.refresh()
  }

  refresh(): Promise<void> {
    clearTimeout(this.#timer)
    this.#newest = this.#read()
    return this.#newest
  }

  async #read(): Promise<void> {
    this.#reads += 1
    const own = this.#reads
    if (!this.client) return
    const result = await this.client.read().catch((error: Error) => error.message)
    // A later read is newer, even if its response has arrived already.
    if (own !== this.#reads) return this.#newest
    this.problem = typeof result === 'string' ? result : null
    if (typeof result !== 'string') this.state = result
    this.#onChange()
    if (isVisible()) this.#timer = setTimeout(() => this.refresh(), intervalMilliseconds)
  }

  say(text: string | null, { isError = false } = {}): void {
    this.message = text === null ? null : { text, isError }
    this.#onChange()
  }

  /** Changes the mock, and shows the result and a message about it. */
  async act(action: Action, done: (state: ControlState) => string): Promise<void> {
    try {
      await this.client?.act(action)
    } catch (error) {
      this.say(error instanceof Error ? error.message : String(error), { isError: true })
      return this.refresh()
    }
    await this.refresh()
    if (this.state) this.say(done(this.state))
  }

  /** Makes every request read this scenario, with its title for people; null removes the override. */
  override(scenario: string | null, title = 'its own account'): Promise<void> {
    return this.act(
      ['override', scenario],
      () => `From the next request on, every key responds as ${title}.`,
    )
  }

  /** Copies text; `what` completes "Copied …". */
  async copy(what: string, text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      this.say(`Copied ${what}.`)
    } catch {
      const problem = `The browser does not let this page copy. Copy it by hand: ${text}`
      this.say(problem, { isError: true })
    }
  }
}

/** Whether anyone sees the panel. A hidden page has no boxes. */
function isVisible(): boolean {
  return document.visibilityState === 'visible' && document.body.getClientRects().length > 0
}
