// Reads files of recorded traffic: HAR 1.2, or requests and responses as JSON lines.
import { open } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { ContractError } from '../http/contract-error.ts'
import { isObject, parseJson } from '../http/exchange.ts'

/** A request with its response, as it was recorded. */
export interface Recorded {
  method: string
  url: string
  /** Of the request, if it was recorded as text. */
  body: string | null
  status: number
  headers: Headers
  bytes: Uint8Array
}

/** What reading a file calls: for each usable entry, and for each that is left out. */
export interface Reader {
  /** Whether entries with this URL are read; the others are skipped before they are parsed. */
  isWanted(url: string): boolean
  found(recorded: Recorded): void
  /** With the reason, in words that follow a number of responses. */
  leftOut(reason: string): void
}

/** A HAR is one JSON text, which must be in memory; of JSON lines only one line is. */
const largestHar = 200 * 2 ** 20
const largestBody = 16 * 2 ** 20

/** Responses that have no body. */
const bodyless = [204, 304]

/** @throws {ContractError} if the file cannot be read, or has another form. */
export async function readRecorded(path: string, file: string, reader: Reader): Promise<void> {
  const fail = (problem: string): never => {
    throw new ContractError('usage', `${file} ${problem}`)
  }
  const handle = await open(path).catch((error: NodeJS.ErrnoException) =>
    fail(`cannot be read (${error.code}).`),
  )
  try {
    const { size } = await handle.stat()
    const first = await firstLine(path)
    if (isEntry(parsed(first))) {
      const lines = createInterface({ input: handle.createReadStream({ autoClose: false }) })
      let number = 0
      for await (const line of lines) {
        number += 1
        if (line.trim() === '') continue
        const entry = parsed(line)
        if (!isEntry(entry)) fail(`has no request with its response in line ${number}.`)
        readEntry(entry as Entry, reader)
      }
      return
    }
    if (size > largestHar)
      fail(`is larger than ${largestHar / 2 ** 20} MB. Record less, or write it as JSON lines.`)
    const har = parsed(await handle.readFile('utf8'))
    const log = isObject(har) ? har.log : undefined
    const entries = isObject(log) ? log.entries : undefined
    if (!Array.isArray(entries))
      return fail('is neither a HAR 1.2 (log.entries) nor JSON lines with request and response.')
    for (const entry of entries) {
      if (isEntry(entry)) readEntry(entry, reader)
      else reader.leftOut('without request or response')
    }
  } catch (error) {
    if (error instanceof ContractError) throw error
    fail(`cannot be read: ${(error as Error).message}.`)
  } finally {
    await handle.close()
  }
}

interface Entry {
  request: Record<string, unknown>
  response: Record<string, unknown>
}

function isEntry(value: unknown): value is Entry {
  return isObject(value) && isObject(value.request) && isObject(value.response)
}

function parsed(text: string): unknown {
  return parseJson(text.replace(/^\ufeff/, ''))
}

const longestFirstLine = 64 * 2 ** 20

/** Empty if it is longer than any line of this form. */
async function firstLine(path: string): Promise<string> {
  const handle = await open(path)
  const stream = handle.createReadStream({ encoding: 'utf8', end: longestFirstLine })
  let text = ''
  for await (const chunk of stream) {
    const start = text === '' ? chunk.trimStart() : chunk
    const end = start.indexOf('\n')
    if (end !== -1) return text + start.slice(0, end)
    text += start
  }
  return text.length > longestFirstLine ? '' : text
}

function readEntry({ request, response }: Entry, reader: Reader): void {
  const { url, method } = request
  if (typeof url !== 'string' || !reader.isWanted(url)) return
  const { status } = response
  if (typeof status !== 'number' || status < 100 || status > 599) {
    reader.leftOut('without a status: the request was blocked or aborted')
    return
  }
  const verb = typeof method === 'string' ? method.toUpperCase() : 'GET'
  const headers = headersOf(response.headers)
  const bytes = verb === 'HEAD' || bodyless.includes(status) ? new Uint8Array() : body(response)
  if (typeof bytes === 'string') reader.leftOut(bytes)
  else
    reader.found({ ...{ method: verb, url, status, headers, bytes }, body: requestBody(request) })
}

/** The body of a response, or why it cannot be judged. HAR has it in `content`, JSON lines in `body`. */
function body({ content, body, bodyEncoding }: Record<string, unknown>): Uint8Array | string {
  const har = isObject(content) ? content : {}
  const text = har.text ?? body
  const size = typeof har.size === 'number' ? har.size : null
  if (typeof text !== 'string')
    return size === 0 ? new Uint8Array() : 'without a body: record with content'
  if (text.length > 2 * largestBody) return `with more than ${largestBody / 2 ** 20} MB`
  const isBase64 = (har.encoding ?? bodyEncoding) === 'base64'
  const bytes = unzipped(Buffer.from(text, isBase64 ? 'base64' : 'utf8'))
  if (bytes === null) return 'with a body that cannot be decompressed'
  if (size !== null && bytes.byteLength < size) return 'with a body that was cut short'
  return bytes
}

/** Recorders store bodies decompressed; some store the bytes of gzip as they were sent. */
function unzipped(bytes: Buffer): Uint8Array | null {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: largestBody })
  } catch {
    return null
  }
}

function requestBody({ postData, body }: Record<string, unknown>): string | null {
  const text = isObject(postData) ? postData.text : body
  return typeof text === 'string' ? text : null
}

/** HAR has a list of names and values, JSON lines an object. */
function headersOf(recorded: unknown): Headers {
  const headers = new Headers()
  const pairs = Array.isArray(recorded)
    ? recorded.filter(isObject).map(({ name, value }) => [name, value])
    : Object.entries(isObject(recorded) ? recorded : {})
  for (const [name, value] of pairs) {
    // HTTP/2 has names like :status, and what is no header is nothing to judge.
    if (typeof name !== 'string' || name.startsWith(':')) continue
    try {
      headers.append(name, String(value).replace(/\n/g, ', '))
    } catch {}
  }
  return headers
}
