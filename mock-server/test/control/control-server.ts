import { onTestFinished } from 'vitest'
import type { AccountView } from '../../src/accounts/accounts.ts'
import type { ControlState } from '../../src/control/control-api.ts'
import type { MockServer, MockServerOptions } from '../../src/transport/port.ts'
import { startMockServer } from '../../src/transport/port.ts'

/** A quiet mock for one test, and ways to its control API. */
export async function startControl(options: MockServerOptions = {}) {
  const server: MockServer = await startMockServer({
    warnings: 'warn',
    print: () => {},
    ...options,
  })
  onTestFinished(() => server.close())
  const api = `${server.url}/__mock/api`

  async function state(): Promise<ControlState> {
    const response = await fetch(`${api}/state`)
    return response.json() as Promise<ControlState>
  }

  return {
    server,
    state,
    async scenario(name: string): Promise<AccountView | undefined> {
      return (await state()).scenarios.find((scenario) => scenario.name === name)
    },
    /** Posts a body; what came back, with a JSON body read. */
    async post(path: string, body: unknown) {
      const response = await fetch(`${api}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const text = await response.text()
      return { status: response.status, body: text && JSON.parse(text) }
    },
  }
}
