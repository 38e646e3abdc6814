import { connectEditor } from './editor.ts'
import { make, toElement } from './results.ts'
import { runCode } from './run-code.ts'
import { createService, type SentRequest } from './service.ts'
import { connectStateBar } from './state-bar.ts'

let examples = 0

/** Runs an example whenever its code or the state of its account changes. */
export function startCodeExample(root: HTMLElement): void {
  const textarea = root.querySelector('textarea')
  const result = root.querySelector<HTMLElement>('.live-result')
  const requests = root.querySelector<HTMLElement>('.live-requests')
  if (!textarea || !result || !requests) return
  const service = createService()
  let { state } = service
  let runs = 0
  examples += 1
  const name = `example-${examples}.js`

  async function run(): Promise<void> {
    if (!textarea || !result || !requests) return
    runs += 1
    const number = runs
    const isCurrent = () => number === runs
    root.dataset.ran = 'false'
    root.dataset.state = state
    // A cache has nothing to return while the service is down, unless its first request succeeded.
    const isDown = state === 'error' || state === 'offline'
    service.state = isDown && root.dataset.example === 'caching' ? 'ready' : state
    const values: HTMLElement[] = []
    requests.replaceChildren()
    service.onRequest = (request) => {
      if (!isCurrent()) return
      requests.append(requestElement(request))
      service.state = state
    }
    const waiting = setTimeout(() => {
      if (isCurrent()) result.replaceChildren(make('p', { class: 'live-line' }, 'Running …'))
    }, 200)
    try {
      await runCode(textarea.value, service, name, (value) => {
        const element = toElement(value)
        values.push(element)
        // A timer may print after the end.
        if (isCurrent() && root.dataset.ran === 'true') result.append(element)
      })
    } catch (error) {
      // First, because what was printed before may fill more than the box.
      values.unshift(toElement(error instanceof Error ? error : new Error(String(error))))
    }
    clearTimeout(waiting)
    if (!isCurrent()) return
    result.replaceChildren(...values)
    root.dataset.ran = 'true'
  }

  /** Shows an error of a timer, or of a promise that nothing awaits. */
  function showUncaught(event: Event, error: unknown): void {
    if (!(error instanceof Error) || !error.stack?.includes(name)) return
    event.preventDefault()
    result?.prepend(toElement(error))
  }
  addEventListener('error', (event) => showUncaught(event, event.error))
  addEventListener('unhandledrejection', (event) => showUncaught(event, event.reason))

  connectEditor(textarea, run)
  connectStateBar(root, (next) => {
    state = next
    void run()
  })
  const initial = textarea.value
  const reset = root.querySelector<HTMLButtonElement>('.live-reset')
  reset?.addEventListener('click', () => {
    textarea.value = initial
    textarea.dispatchEvent(new Event('input'))
  })
  void run()
}

function requestElement({ method, path, status, milliseconds }: SentRequest): HTMLElement {
  const isFailure = status === null || status >= 400
  return make(
    'li',
    {},
    make('span', { class: isFailure ? 'bad' : 'good' }, String(status ?? 'failed')),
    make('code', {}, `${method} ${path}`),
    make('span', { class: 'live-time' }, `${milliseconds} ms`),
  )
}
