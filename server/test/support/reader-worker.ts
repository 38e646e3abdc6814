// A worker of tests: opens a database, waits for its turn, and reads the account of a key with a page of its posts.
import { parentPort, workerData } from 'node:worker_threads'
import { openDatabase } from '../../src/stores/database.ts'

const { at, secret, apiKey, query, turns } = workerData
const { store, close } = await openDatabase({ at, secret })
parentPort?.postMessage('open')
Atomics.wait(turns, 0, 0)
const account = await store.findAccountByKey(apiKey)
const posts = account && (await store.findPosts(account.id, query))
Atomics.store(turns, 1, 1)
Atomics.notify(turns, 1)
parentPort?.postMessage({ account, posts })
await close()
