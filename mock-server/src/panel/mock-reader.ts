import type { ControlState } from '../control/state.ts'
import type { MockClient } from './mock-client.ts'

const intervalMilliseconds = 1000

interface ReaderParts {
  /** Whether anyone sees what is read. */
  isVisible(): boolean
  onState(state: ControlState): void
  /** Called with the reason when the mock does not respond. */
  onLost(message: string): void
}

/** Reads the state of the selected mock now, and every second while it is visible. */
export function createMockReader({ isVisible, onState, onLost }: ReaderParts) {
  let clients: MockClient[] = []
  let client: MockClient | undefined
  let state: ControlState | null = null
  let reads = 0
  let newest = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined

  function refresh(): Promise<void> {
    clearTimeout(timer)
    newest = read()
    return newest
  }

  async function read(): Promise<void> {
    reads += 1
    const own = reads
    if (!client) return
    const result = await client.read().catch((error: Error) => error.message)
    // A later read is newer, even if its response has arrived already.
    if (own !== reads) return newest
    if (typeof result === 'string') onLost(result)
    else {
      state = result
      onState(result)
    }
    if (isVisible() && document.visibilityState === 'visible') {
      timer = setTimeout(refresh, intervalMilliseconds)
    }
  }

  function use(next: MockClient | undefined): void {
    client = next
    state = null
    refresh()
  }

  const addresses = () => clients.map(({ address }) => address)

  return {
    get client() {
      return client
    },
    /** The last state of the selected mock; null before the first one. */
    get state() {
      return state
    },
    refresh,
    pause: () => clearTimeout(timer),
    /** Adds and selects a mock. It replaces the mock of the same address. Returns the addresses of all. */
    add(added: MockClient): string[] {
      clients = [...clients.filter(({ address }) => address !== added.address), added]
      use(added)
      return addresses()
    },
    /** Returns the addresses of the other mocks. */
    remove(removed: MockClient): string[] {
      clients = clients.filter((other) => other !== removed)
      if (client === removed) use(clients.at(-1))
      return addresses()
    },
    select(address: string): void {
      use(clients.find((other) => other.address === address))
    },
  }
}
