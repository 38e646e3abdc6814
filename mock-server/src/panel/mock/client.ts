import type { AccountView } from '../../accounts/accounts.ts'
import type { TransitionMoment } from '../../accounts/schedule.ts'
import type { TransitionName } from '../../accounts/transitions.ts'
import type { ControlState } from '../../control/state.ts'
import type { RequestDetails } from '../../log/request-log.ts'
import type { MockControls } from '../../mock-controls.ts'
import { readStored, store } from '../place/storage.ts'

/** The actions of the panel: names and bodies are those of the control API. */
interface Actions {
  override: { scenario: string | null }
  fault: { scenario: string; fault: AccountView['fault'] }
  transition: { scenario: string; transition: TransitionName } & TransitionMoment
  latency: { milliseconds: ControlState['latency'] }
  reset: { scenario?: string }
  'clear-requests': Record<string, never>
}
type Action = {
  [Name in keyof Actions]: { name: Name; body: Actions[Name] }
}[keyof Actions]

/** The mock that a panel shows. */
export interface MockClient {
  /** The address of the mock, which names it in the panel. */
  address: string
  /** Whether the mock is in this page, so that reading it costs no request. */
  isLocal: boolean
  read(): Promise<ControlState>
  /** Returns the headers and bodies of a request; null if the log no longer has them. */
  readDetails(id: number): Promise<RequestDetails | null>
  /** Rejects with a message for the user. */
  act(action: Action): Promise<void>
}

const storedActions = 'photofeed-mock-actions'

/**
 * Creates a client of a mock in this page. A reload of the page creates a new mock, so the actions are stored for the tab
 * and repeated on the new one.
 */
export function createLocalClient(mock: MockControls): MockClient {
  const address = mock.inspect().baseUrl
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
    read: async () => mock.inspect(),
    readDetails: async (id) => mock.requestDetails(id),
    async act(action) {
      apply(mock, action)
      const isResetOfAll = action.name === 'reset' && action.body.scenario === undefined
      actions = isResetOfAll ? [] : [...actions, action]
      store(stored, actions)
    },
  }
}

function apply(mock: MockControls, { name, body }: Action): void {
  if (name === 'override') mock.override(body.scenario)
  else if (name === 'fault') mock.fault(body.scenario, body.fault)
  else if (name === 'transition') {
    const { scenario, transition, ...moment } = body
    mock.transition(scenario, transition, moment)
  } else if (name === 'latency') mock.latency(body.milliseconds)
  else if (name === 'clear-requests') mock.clearRequests()
  else mock.reset(body.scenario)
}

/** Creates a client of a mock on a port, for a page of the same origin. */
export function createRemoteClient(): MockClient {
  return {
    address: location.origin,
    isLocal: false,
    read: () => send('state'),
    readDetails: (id) => send(`request?id=${id}`),
    act: ({ name, body }) => send(name, body),
  }
}

/** Sends a GET, or a POST with a body. */
async function send<Result>(path: string, body?: object): Promise<Result> {
  const headers = { 'Content-Type': 'application/json' }
  const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(`/__mock/api/${path}`, init).catch(() => {
    throw new Error('The mock does not respond. Check that it is still running.')
  })
  const data = await response.json().catch(() => null)
  if (response.ok) return data
  throw new Error(data?.error ?? `The mock responded with status ${response.status}.`)
}
