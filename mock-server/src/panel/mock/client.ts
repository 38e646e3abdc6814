import { type ControlState, controlState } from '../../control/state.ts'
import { type MockControls, serviceOf } from '../../mock-controls.ts'
import { createConnection, type MockConnection } from '../../transport/client.ts'
import { readStored, store } from '../storage.ts'

/** What the panel changes: a method of the mock, with its parameters. */
type Action =
  | { [Name in ActionName]: readonly [Name, ...Parameters<MockControls[Name]>] }[ActionName]
  | readonly ['publish', scenario: string]
type ActionName = 'override' | 'fault' | 'transition' | 'latency' | 'reset' | 'clearRequests'

export interface MockClient {
  /** The address of the mock, which names it in the panel. */
  address: string
  /** Whether the mock is in this page, so that reading it costs no request. */
  isLocal: boolean
  read(): Promise<ControlState>
  /** Rejects with a message for the user. */
  act(action: Action): Promise<void>
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
  for (const action of readStored<Action[]>(stored) ?? []) {
    try {
      apply(mock, action)
      actions.push(action)
    } catch {
      // The page no longer has this scenario, or its accounts start in another state.
    }
  }
  return {
    address,
    isLocal: true,
    read: async () => controlState(service.current),
    async act(action) {
      apply(mock, action)
      const isResetOfAll = action[0] === 'reset' && action[1] === undefined
      actions = isResetOfAll ? [] : [...actions, action]
      store(stored, actions)
    },
  }
}

function apply(mock: MockControls | MockConnection, [name, ...parameters]: Action): unknown {
  if (name === 'publish') return mock.posts(parameters[0] as string).publish()
  return Reflect.apply(mock[name], mock, parameters)
}

/** Creates a client of a mock on a port, for a page of the same origin. */
export function createRemoteClient(): MockClient {
  const mock = createConnection(location.origin)
  return {
    address: mock.url,
    isLocal: false,
    read: mock.readState,
    act: async (action) => void (await apply(mock, action)),
  }
}
