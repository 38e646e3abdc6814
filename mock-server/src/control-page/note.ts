import { clockTime } from './clock-time.ts'
import { part } from './element.ts'

/** Where the page says what an action did, or why it did nothing. */
export interface Note {
  tell(text: string): void
  fail(text: string): void
}

export function createNote(): Note {
  const text = part('p', 'note')
  const dismiss = part('button', 'dismiss')
  const bar = text.parentElement as HTMLElement

  function show(content: string, failed: boolean): void {
    // With the time, the same thing done twice is read out twice.
    text.textContent = content && `${clockTime(Date.now())} ${content}`
    dismiss.hidden = content === ''
    bar.classList.toggle('failed', failed)
  }

  dismiss.addEventListener('click', () => show('', false))
  return { tell: (content) => show(content, false), fail: (content) => show(content, true) }
}
