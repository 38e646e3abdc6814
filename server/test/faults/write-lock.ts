import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'

const holder = fileURLToPath(new URL('lock-holder.ts', import.meta.url))

/** Lets another process hold the write lock of an SQLite file; resolves when it does. */
export async function holdWriteLock(file: string) {
  const child = spawn(process.execPath, [holder, file], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exit = once(child, 'exit')
  const release = () => {
    child.stdin.end()
    return exit
  }
  onTestFinished(async () => void (await release()))
  await once(child.stdout, 'data')
  return { release }
}
