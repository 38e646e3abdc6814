import type { RecordParts } from './record-parts.ts'

/** How far a recording is. */
export interface Progress {
  posts(done: number, total: number): void
  media(done: number, total: number): void
  /** Ends the line that is written over. */
  end(): void
}

const barWidth = 24
/** Where lines cannot be written over, one is written for every so many media files. */
const filesPerLine = 100

/** A bar on a terminal, plain lines elsewhere. */
export function createProgress({ err, isTTY }: RecordParts['output']): Progress {
  let isOpen = false

  function draw(text: string): void {
    // Erase to the end of the line: what was there may have been longer.
    err(`\r${text}\u001b[K`)
    isOpen = true
  }

  function show(what: string, done: number, total: number, everyLine: number): void {
    if (isTTY) draw(`${what} ${bar(done, total)} ${done} of ${total}`)
    else if (done === total || done % everyLine === 0) err(`${what}: ${done} of ${total}\n`)
  }

  return {
    posts: (done, total) => show('Posts', done, total, 1),
    media: (done, total) => show('Media', done, total, filesPerLine),
    end() {
      if (isOpen) err('\n')
      isOpen = false
    },
  }
}

function bar(done: number, total: number): string {
  const filled = total === 0 ? barWidth : Math.min(barWidth, Math.floor((done / total) * barWidth))
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}]`
}
