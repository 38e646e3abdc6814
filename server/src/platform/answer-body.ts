const maximumBytes = 8 * 1024 * 1024

/** An answer's text; null when it is larger than any answer that makes sense. */
export async function readText(response: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    bytes += part.value.byteLength
    if (bytes > maximumBytes) {
      await reader?.cancel()
      return null
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

/** JSON in which a whole number that JavaScript would round stays the text that it was; undefined when it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, exactly)
  } catch {
    return undefined
  }
}

// The third argument is not in TypeScript's types yet.
const exactly = ((_key: string, value: unknown, { source = '' }: { source?: string }) =>
  typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(source)
    ? source
    : value) as (key: string, value: unknown) => unknown
