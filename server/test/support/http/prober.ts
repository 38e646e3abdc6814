// A worker that requests pages one after another, until its parent ends it, and returns the longest time of each in
// milliseconds. In a thread of its own, so that the load that a test makes does not count.
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort } from 'node:worker_threads'

let urls: Record<string, string> = {}
let isRunning = false
let number = 0

/** Each `#` of a URL is replaced with a new number, so that no cache has the response. */
async function time(url: string): Promise<number> {
  number += 1
  const start = performance.now()
  await new Promise<void>((resolve, reject) => {
    const request = get(url.replaceAll('#', String(number)), { agent: false }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Status ${response.statusCode} of ${url}`))
      let start = ''
      response.on('data', (chunk: Buffer) => {
        if (start === '') start = chunk.toString('utf8', 0, 10)
      })
      response.on('end', () =>
        start.startsWith('{"errors"') ? reject(new Error(`Errors at ${url}`)) : resolve(),
      )
    })
    request.on('error', reject)
  })
  return performance.now() - start
}

async function probe() {
  const longest = Object.entries(urls).map(async ([name, url]) => {
    let milliseconds = 0
    do {
      milliseconds = Math.max(milliseconds, await time(url))
      await setTimeout(20)
    } while (isRunning)
    return [name, milliseconds] as const
  })
  parentPort?.postMessage(Object.fromEntries(await Promise.all(longest)))
}

parentPort?.on('message', (message: Record<string, string> | 'stop') => {
  isRunning = message !== 'stop'
  if (message === 'stop') return
  urls = message
  void probe()
})
