import { setImmediate } from 'node:timers/promises'

/** A process of a test: it runs only while it is stepped, and stops where it is when it is killed. */
export interface Actor {
  isDone(): boolean
  /** Runs one operation, and what follows up to the next one; its name, or null if none was waiting. */
  step(pick: number): Promise<string | null>
  /** Nothing of it runs any more, not even `finally`. */
  kill(): void
  /** What it rejected with. */
  error(): unknown
}

/** Waits until the actor is stepped, and runs one operation. */
export type Operate = <T>(name: string, work: () => Promise<T>) => Promise<T>

/**
 * Starts a process whose operations outside itself all go through `operate`. As one process runs at a time, a test decides the order
 * of all operations, and the same decisions give the same run.
 */
export function createActor(run: (operate: Operate) => Promise<void>): Actor {
  const waiting: { name: string; go: () => void }[] = []
  let running = 0
  let isDone = false
  let isKilled = false
  let error: unknown
  let changed = () => {}

  const work = run(async (name, operation) => {
    await new Promise<void>((go) => {
      waiting.push({ name, go })
      changed()
    })
    running += 1
    try {
      return await operation()
    } finally {
      running -= 1
      changed()
    }
  })
  work
    .catch((reason) => {
      error = reason
    })
    .finally(() => {
      isDone = true
      changed()
    })

  async function untilQuiet(): Promise<void> {
    for (;;) {
      // What an operation resolves goes on within these turns, unless it does real work and waits for nothing else.
      for (let turn = 0; turn < 3; turn += 1) await setImmediate()
      if (isDone || (running === 0 && waiting.length > 0)) return
      await new Promise<void>((resolve) => {
        changed = resolve
      })
    }
  }

  return {
    isDone: () => isDone || isKilled,
    error: () => error,
    async step(pick) {
      await untilQuiet()
      if (isDone || isKilled) return null
      const [next] = waiting.splice(pick % waiting.length, 1)
      next?.go()
      await untilQuiet()
      return next?.name ?? null
    },
    kill() {
      isKilled = true
      waiting.length = 0
    },
  }
}

/** The object with methods that are operations; other properties stay. */
export function operated<T extends object>(object: T, operate: Operate): T {
  return new Proxy(object, {
    get(target, name) {
      const value = target[name as keyof T]
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => operate(String(name), async () => value.apply(target, args))
    },
  })
}
