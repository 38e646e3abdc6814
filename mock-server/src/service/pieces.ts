export interface Pieces {
  parts: Uint8Array[]
  /** Between one piece and the next. */
  pauseMilliseconds: number
  /** Whether the pieces are the whole body. */
  complete: boolean
}

const dripPieces = 30
const dripPause = 100

/** How a body is cut up: a drip of about three seconds, or the half that arrives before a reset. */
export function pieces(bytes: Uint8Array, delivery: 'drip' | 'reset'): Pieces {
  if (delivery === 'reset') {
    const half = bytes.slice(0, Math.ceil(bytes.length / 2))
    return { parts: [half], pauseMilliseconds: 0, complete: false }
  }
  const size = Math.max(1, Math.ceil(bytes.length / dripPieces))
  const parts: Uint8Array[] = []
  for (let start = 0; start < bytes.length; start += size) {
    parts.push(bytes.slice(start, start + size))
  }
  return { parts, pauseMilliseconds: dripPause, complete: true }
}
