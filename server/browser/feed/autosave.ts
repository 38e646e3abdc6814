import type { Look } from '../../../element/editor/look.ts'

/** How long nothing may change before a look is saved. */
const quietMs = 600
const kept = 20

interface AutosaveParts {
  /** The path that saves the look. */
  path: string
  first: Look
  /** Shows a look that was undone, or that an earlier visit could not save. */
  show(look: Look): void
  /** Shows the state. With a problem, the owner can try again. */
  report(state: 'saving' | 'saved' | 'problem', problem?: string): void
  /** Called when the number of looks that can be undone changes. */
  onHistory(length: number): void
}

/** Saves each look a moment after it changed. What is not saved yet is in the browser's storage, until it is. */
export function createAutosave({ path, first, show, report, onHistory }: AutosaveParts) {
  const history: Look[] = []
  let current = first
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSaving = false

  function store(look: Look): void {
    current = look
    localStorage.setItem(path, JSON.stringify(look))
    clearTimeout(timer)
    timer = setTimeout(save, quietMs)
    report('saving')
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    // One after another, so that an older look never replaces a newer one.
    if (isSaving) return
    isSaving = true
    const look = current
    const problem = await send(look)
    isSaving = false
    if (look !== current) return void save()
    if (problem === null) localStorage.removeItem(path)
    report(problem === null ? 'saved' : 'problem', problem ?? undefined)
  }

  /** Sends a look. Returns why it is not saved; null if it is. */
  async function send(look: Look): Promise<string | null> {
    try {
      const body = new URLSearchParams({ look: JSON.stringify(look) })
      const response = await fetch(path, { method: 'POST', body, keepalive: true })
      if (response.redirected) return 'you are signed out. Sign in again in another tab.'
      if (response.ok) return null
      const text = await response.text()
      return response.status === 400 ? text : 'the server has a problem.'
    } catch {
      return 'no connection.'
    }
  }

  addEventListener('online', () => void (localStorage.getItem(path) && save()))
  addEventListener('pagehide', () => void (localStorage.getItem(path) && save()))
  return {
    save,
    /** Saves a look, and keeps the one before. */
    change(look: Look): void {
      history.push(current)
      if (history.length > kept) history.shift()
      onHistory(history.length)
      store(look)
    },
    undo(): void {
      const look = history.pop()
      onHistory(history.length)
      if (!look) return
      store(look)
      show(look)
    },
    /** Continues with what an earlier visit could not save. */
    restore(): void {
      const text = localStorage.getItem(path)
      if (text === null) return
      show(JSON.parse(text))
      store(JSON.parse(text))
    },
  }
}
