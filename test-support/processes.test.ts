import { spawnSync } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { launch, run } from './processes.ts'

/** A shell that has started another process and prints the id of that. */
const shell = ['-c', 'sleep 600 & echo $!; wait']

/** Whether a process runs. One that has ended and whose parent is gone may be listed as a zombie (Z). */
function isAlive(pid: string): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', pid], { encoding: 'utf8' })
  return /^[^Z]/.test(stdout)
}

const readPid = (output: string) => /^\d+(?=\n)/.exec(output)

test('stops a program with the processes that it has started', async () => {
  const program = launch('sh', shell)
  const [pid = ''] = await program.waitFor(readPid)
  expect(isAlive(pid)).toBe(true)
  await program.stop()
  expect([program.isRunning(), (await program.ended).code]).toEqual([false, null])
  await vi.waitUntil(() => !isAlive(pid))
})

test('stops what is running when its own process ends', async () => {
  const module = new URL('processes.ts', import.meta.url).href
  const script = `import { launch } from '${module}'
    const program = launch('sh', ${JSON.stringify(shell)})
    console.log((await program.waitFor((output) => /^\\d+(?=\\n)/.exec(output)))[0])
    process.exit()`
  const { stdout } = await run(process.execPath, ['--input-type=module'], { input: script })
  await vi.waitUntil(() => !isAlive(stdout.trim()))
})

test('an error contains what the program has printed', async () => {
  const failing = ['-c', 'echo one; echo two >&2; exit 3']
  await expect(run('sh', failing)).rejects.toThrow(/ended with 3\. Its output:\n {2}one\n {2}two$/)
  await expect(launch('sh', failing).waitFor(() => null)).rejects.toThrow('one\n  two')
  await expect(run('no-such-program', [])).rejects.toThrow('ENOENT')
  const sleeping = launch('sleep', ['600'])
  await expect(sleeping.waitFor(() => null, 1)).rejects.toThrow('was not ready')
  await sleeping.stop()
})

test('kills a program after its time', async () => {
  expect((await launch('sleep', ['600'], { timeoutMs: 1 }).ended).code).toBeNull()
})
