import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type RecordedRequest, sendRecorded } from '../recorded-run.ts'
import { versionOf } from './installed.ts'
import type { Look, Tool } from './tool.ts'

interface Violation {
  location: string[]
  message: string
}

const patience = 5_000

/**
 * Prism as a validating proxy. With `--errors` it refuses requests that the definition does not allow, and answers 500
 * in place of a wrong answer; without, it forwards everything and names the violations in a header.
 */
export async function startPrism(
  folder: string,
  definition: string,
  upstream: string,
  flags: string[],
): Promise<Tool> {
  const url = `http://127.0.0.1:${await freePort()}`
  const main = join(folder, 'node_modules/@stoplight/prism-cli/dist/index.js')
  const address = ['--host', '127.0.0.1', '--port', new URL(url).port]
  const child = spawn(
    process.execPath,
    [main, 'proxy', definition, upstream, ...flags, ...address],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  process.once('exit', () => child.kill())
  for await (const line of createInterface(child.stdout)) {
    if (line.includes('Prism is listening')) break
  }
  // What it logs of each request must not fill the pipe.
  child.stdout.resume()
  return {
    name: ['Prism', await versionOf(folder, '@stoplight/prism-cli'), ...flags].join(' '),
    look: (request: RecordedRequest) =>
      sendRecorded(request, url, AbortSignal.timeout(patience)).then(lookOf, unanswered),
    close: () => void child.kill(),
  }
}

/** A body that is no JSON is never answered. */
function unanswered(error: Error): Look {
  if (error.name !== 'TimeoutError') throw error
  return { refused: true, violations: [] }
}

async function lookOf(response: Response): Promise<Look> {
  const inHeader: Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]')
  const isOwn = response.headers.get('content-type') === 'application/problem+json'
  // The answer to HEAD has no body.
  const own = isOwn ? JSON.parse((await response.text()) || '{}') : {}
  const violations: Violation[] = [...inHeader, ...(own.validation ?? [])]
  return {
    refused: isOwn && !own.type?.endsWith('#VIOLATIONS'),
    violations: violations
      .filter(({ location }) => location[0] === 'response')
      .map(({ location, message }) => `${location.join('.')}: ${message}`),
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
