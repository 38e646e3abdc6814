import { setImmediate } from 'node:timers/promises'

/** Longer, and other requests would wait noticeably; shorter, and turns would take a part of the time. */
const sliceMs = 5
/** Turns of the event loop between two slices: in each, Node accepts one connection only. */
const turnsOfOthers = 30

/**
 * Returns a function that lets its callers go on one after another. After some milliseconds, the next one waits until other
 * requests had a chance to run.
 */
export function createTurns(now = () => performance.now()): () => Promise<void> {
  let sliceEnd = Number.NEGATIVE_INFINITY
  let last = Promise.resolve()
  async function go() {
    if (now() < sliceEnd) return
    for (let turn = 0; turn < turnsOfOthers; turn += 1) await setImmediate()
    sliceEnd = now() + sliceMs
  }
  return () => {
    last = last.then(go)
    return last
  }
}
