import type { ControlState } from '../standalone/control/control-state.ts'
import { readState } from './control-client.ts'

const intervalMilliseconds = 1000

interface Watcher {
  show(state: ControlState): void
  fail(message: string): void
}

/**
 * Reads the state again and again while somebody can see the page. The returned function reads it now, and resolves
 * when it is shown, be it by a later reading.
 */
export function watch({ show, fail }: Watcher): () => Promise<void> {
  let latest = 0
  let newest = Promise.resolve()
  let timer: number | undefined

  function refresh(): Promise<void> {
    window.clearTimeout(timer)
    newest = read()
    return newest
  }

  async function read(): Promise<void> {
    latest += 1
    const own = latest
    const answer = await readState().catch((error: Error) => error.message)
    // What was asked for later is newer, also when it is here already.
    if (own !== latest) return newest
    if (typeof answer === 'string') fail(answer)
    else show(answer)
    if (document.visibilityState === 'visible') {
      timer = window.setTimeout(refresh, intervalMilliseconds)
    }
  }

  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') refresh()
    else window.clearTimeout(timer)
  })
  refresh()
  return refresh
}
