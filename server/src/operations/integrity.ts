import { Worker } from 'node:worker_threads'

// In a thread: the check reads the whole file, and SQLite blocks the thread that it runs on.
const script = `
const { parentPort, workerData } = require('node:worker_threads')
const { DatabaseSync } = require('node:sqlite')
try {
  const database = new DatabaseSync(workerData, { readOnly: true })
  const [found] = database.prepare('pragma quick_check(1)').all()
  database.close()
  parentPort.postMessage(Object.values(found)[0])
} catch (error) {
  parentPort.postMessage(error.message)
}`

/** Checks every page of an SQLite file. Returns the first fault that SQLite names, or null. */
export function findDamage(file: string): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(script, { eval: true, workerData: file })
    worker.unref()
    worker.once('message', (found: string) => resolve(found === 'ok' ? null : found))
    worker.once('error', reject)
  })
}

/** One sentence about a fault that {@link findDamage} found. */
export function damageSentence(file: string, damage: string): string {
  return `The database ${file} is damaged; restore it from a backup. SQLite reports: ${damage}`
}
