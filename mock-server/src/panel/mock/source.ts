import type { ControlState } from '../../control/state.ts'
import type { MockClient } from './client.ts'

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
  async act(
    action: Parameters<MockClient['act']>[0],
    done: (state: ControlState) => string,
  ): Promise<void> {
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
