/** Makes a scenario of a running mock fail in this way, or well again. */
export function setFault(mock: string, scenario: string, fault: string | null): Promise<void> {
  return control(mock, 'fault', { scenario, fault })
}

/** Makes something happen to a scenario of a running mock. */
export function transition(mock: string, scenario: string, transition: string): Promise<void> {
  return control(mock, 'transition', { scenario, transition })
}

/** `mock` is the address of its control page, as the examples print it. */
async function control(mock: string, action: string, body: object) {
  const answer = await fetch(`${mock}/api/${action}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${mock} answered ${answer.status}.`)
}
