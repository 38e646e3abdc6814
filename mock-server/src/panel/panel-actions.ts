import type { ControlState } from '../control/state.ts'
import { type Action, changesResponses, type MockClient, type Panel } from './mock-client.ts'
import type { createNote } from './note.ts'

interface MockSource {
  readonly client: MockClient | undefined
  readonly state: ControlState | null
  refresh(): Promise<void>
}

/** Creates the actions on the selected mock. Each reports its result, or why it failed, with `say`. */
export function createPanelActions(
  isLocal: boolean,
  mock: MockSource,
  say: ReturnType<typeof createNote>['say'],
): Panel {
  const sayError = (error: unknown) =>
    say(error instanceof Error ? error.message : String(error), { isError: true })

  async function act(action: Action, done: (state: ControlState) => string): Promise<void> {
    try {
      await mock.client?.act(action)
    } catch (error) {
      sayError(error)
      return mock.refresh()
    }
    await mock.refresh()
    if (mock.state) say(done(mock.state), { isPageOld: changesResponses(action) })
  }

  return {
    isLocal,
    act,
    override: (scenario) =>
      act({ name: 'override', body: { scenario } }, () =>
        scenario === null ? 'Showing the scenario of each key.' : `Showing ${scenario}.`,
      ),
    async readDetails(id) {
      try {
        return (await mock.client?.readDetails(id)) ?? null
      } catch (error) {
        sayError(error)
        return null
      }
    },
    async copy(what, text, advice = '') {
      try {
        await navigator.clipboard.writeText(text)
        say(`Copied ${what}.${advice && ` ${advice}`}`)
      } catch {
        say(`The browser does not let this page copy. Copy it by hand: ${text}`, { isError: true })
      }
    },
  }
}
