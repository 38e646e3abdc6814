import { pause } from '../service/mock-service.ts'
import { pieces } from '../service/pieces.ts'

/** A body in small pieces; of `reset` it is the first half, and then the stream fails. */
export function dripping(
  bytes: Uint8Array,
  delivery: 'drip' | 'reset',
): ReadableStream<Uint8Array> {
  const { parts, pauseMilliseconds, complete } = pieces(bytes, delivery)
  return new ReadableStream({
    async pull(controller) {
      const part = parts.shift()
      if (part) {
        controller.enqueue(part)
        await pause(pauseMilliseconds)
      } else if (complete) controller.close()
      else controller.error(new TypeError('The connection was reset'))
    },
  })
}
