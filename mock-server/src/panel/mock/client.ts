import { controlMethods, unchecked } from '../../control/control-api.ts'
import { type ControlState, controlState } from '../../control/state.ts'
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

const storedActions = 'photofeed-mock-actions'

/**
 * Creates a client of a mock in this page. A reload of the page creates a new mock, so the actions are stored for the tab
 * and repeated on the new one.
 */
export function createLocalClient(mock: MockControls): MockClient {
  const service = serviceOf(mock)
  const address = service.context.baseUrl
  const stored = `${storedActions} ${address}`
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
