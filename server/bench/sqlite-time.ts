// Loaded before a server: adds up the time that it spends in SQLite, commits included, and sends it to the parent on request.
import { StatementSync } from 'node:sqlite'

let milliseconds = 0
type Method = (this: StatementSync, ...parameters: never[]) => unknown
const prototype = StatementSync.prototype as unknown as Record<string, Method>
for (const name of ['all', 'run', 'get']) {
  const method = prototype[name]
  if (!method) throw new Error(`node:sqlite has no ${name}.`)
  prototype[name] = function timed(...parameters) {
    const startedAt = performance.now()
    try {
      return method.apply(this, parameters)
    } finally {
      milliseconds += performance.now() - startedAt
    }
  }
}
process.on('message', () => process.send?.(milliseconds))
process.channel?.unref()
