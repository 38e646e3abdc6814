import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { debianCommand } from './debian-packages.ts'

/** The part of WebDriver that tests of pages need. Nothing else drives Debian's WebKitGTK, which is about Safari 26. */
export interface WebKit {
  goto(url: string): Promise<void>
  /** Runs a function in the page with arguments of JSON, and returns its result, which is JSON too. */
  evaluate<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result>
  /** Presses a key: a character, or a name in `keys`. */
  press(key: string): Promise<void>
  close(): Promise<void>
}

/** WebDriver, section 17.4.2. */
const keys: Readonly<Record<string, string>> = {
  ...{ Tab: '\uE004', Enter: '\uE007', Escape: '\uE00C' },
  ...{ ArrowLeft: '\uE012', ArrowUp: '\uE013', ArrowRight: '\uE014', ArrowDown: '\uE015' },
}

const size = { width: 1280, height: 900 }

/** Starts WebKit on a display of its own, with one page. The caller closes it. */
export async function launchWebKit(): Promise<WebKit> {
  const xvfb = await debianCommand('Xvfb', 'xvfb')
  const path = await debianCommand('WebKitWebDriver', 'webkit2gtk-driver')
  const children: ChildProcess[] = []
  const close = () => {
    for (const child of children) child.kill()
  }
  try {
    const display = await startDisplay(xvfb, children)
    const port = await freePort()
    const env = { ...process.env, DISPLAY: display, GIO_USE_VFS: 'local' }
    children.push(spawn(path, ['-p', String(port)], { env, stdio: 'ignore' }))
    const call = await openSession(`http://127.0.0.1:${port}`)
    return {
      goto: (url) => call('POST', '/url', { url }),
      async evaluate(run, ...args) {
        const script = `const [args, done] = arguments
          Promise.resolve().then(() => (${run})(...args)).then((result) => done({ result }), (error) => done({ error: String(error) }))`
        const { result, error } = await call('POST', '/execute/async', { script, args: [args] })
        if (error !== undefined) throw new Error(error)
        return result
      },
      async press(key) {
        const value = keys[key] ?? key
        const actions = [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]
        await call('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
      },
      async close() {
        await call('DELETE', '').catch(() => {})
        close()
      },
    }
  } catch (error) {
    close()
    throw error
  }
}

async function startDisplay(xvfb: string, children: ChildProcess[]): Promise<string> {
  const screen = ['-screen', '0', '1600x1200x24', '-nolisten', 'tcp']
  const child = spawn(xvfb, ['-displayfd', '3', ...screen], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  const [number] = await once(child.stdio[3] as NodeJS.ReadableStream, 'data')
  return `:${String(number).trim()}`
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

// biome-ignore lint/suspicious/noExplicitAny: a WebDriver value has the type that the command says.
type Call = (method: string, path: string, body?: object) => Promise<any>

async function openSession(driver: string): Promise<Call> {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(driver + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } }
    if (value?.error) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  for (let tries = 0; ; tries++) {
    const isReady = await send('GET', '/status').then(
      () => true,
      () => false,
    )
    if (isReady) break
    if (tries === 100) throw new Error('WebKitWebDriver does not respond.')
    await setTimeout(100)
  }
  const capabilities = { alwaysMatch: { unhandledPromptBehavior: 'accept' } }
  const { sessionId } = (await send('POST', '/session', { capabilities })) as { sessionId?: string }
  const call: Call = (method, path, body) => send(method, `/session/${sessionId}${path}`, body)
  await call('POST', '/timeouts', { script: 60_000, pageLoad: 60_000 })
  await call('POST', '/window/rect', size)
  return call
}
