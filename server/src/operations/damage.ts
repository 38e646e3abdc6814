import { Worker } from 'node:worker_threads'

// Runs in a thread, because the check reads the whole file: from its source text, so it uses nothing else of this module. It
// waits for locks itself, because a thread cannot be ended while SQLite waits.
function checkPages(attemptsLeft: number): void {
  const { parentPort, workerData } = process.getBuiltinModule('node:worker_threads')
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  try {
    const database = new DatabaseSync(workerData, { readOnly: true })
    const found = database.prepare('pragma quick_check(1)').get()
    database.close()
    parentPort?.postMessage(Object.values(found ?? {})[0])
  } catch (error) {
    const { errcode, message } = error as Error & { errcode: number }
    // https://www.sqlite.org/rescode.html: busy. SQLite finds some damage before the check does: corrupt, not a database.
    const code = errcode & 0xff
    if (code === 5 && attemptsLeft > 0) setTimeout(checkPages, 100, attemptsLeft - 1)
    else if (code === 11 || code === 26) parentPort?.postMessage(message)
    else throw error
  }
}

/** Returns the first fault of an SQLite file, or null. The signal ends the check, which then finds nothing. */
export function findDamage(file: string, signal?: AbortSignal): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(`(${checkPages})(50)`, { eval: true, workerData: file })
    worker.unref()
    worker.once('message', (found: string) => resolve(found === 'ok' ? null : found))
    worker.once('error', reject)
    worker.once('exit', () => resolve(null))
    signal?.addEventListener('abort', () => {
      // Until it has ended, the process waits for it.
      worker.ref()
      worker.terminate()
    })
  })
}

export function damageSentence(file: string, damage: string): string {
  return `The database ${file} is damaged; restore it from a backup. SQLite reports: ${damage}`
}
