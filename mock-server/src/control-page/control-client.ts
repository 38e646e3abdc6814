import type { ControlState } from '../standalone/control/control-state.ts'

const api = '/__mock/api'

export function readState(): Promise<ControlState> {
  return send<ControlState>('state')
}

/** Does something to the mock; what it answers, null when that is nothing. */
export function post<Answer>(action: string, body: object): Promise<Answer> {
  return send<Answer>(action, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** @throws {Error} whose message can be shown. */
async function send<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${api}/${path}`, init).catch(() => {
    throw new Error('The mock does not answer: look whether it still runs.')
  })
  const text = await response.text()
  const answer = text === '' ? null : JSON.parse(text)
  if (!response.ok) throw new Error(answer.error)
  return answer
}
