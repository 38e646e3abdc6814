/** A demo account: its key selects what the service answers. */
export interface DemoAccount {
  readonly name: string
  readonly apiKey: string
  readonly plan: string
  readonly status: string
  readonly description: string
}

/** What the server that shows this page tells about itself. */
export interface Demo {
  readonly url: string
  readonly scenarios: readonly DemoAccount[]
}

export async function loadDemo(): Promise<Demo> {
  const response = await fetch('/demo.json')
  if (!response.ok) throw new Error(`/demo.json answered ${response.status}.`)
  return response.json()
}
