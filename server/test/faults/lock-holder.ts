// A process that holds SQLite's write lock on a file until its input ends.
import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'

const connection = new DatabaseSync(process.argv[2] ?? '', { timeout: 5000 })
connection.exec('begin immediate')
process.stdout.write('held\n')
await once(process.stdin.resume(), 'end')
connection.exec('rollback')
connection.close()
