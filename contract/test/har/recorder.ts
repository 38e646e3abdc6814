import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export interface HarEntry {
  request: { method: string; url: string; headers: HarHeader[]; postData?: { text: string } }
  response: { status: number; headers: HarHeader[]; content: HarContent }
}

interface HarHeader {
  name: string
  value: string
}

interface HarContent {
  size: number
  mimeType: string
  text?: string
  encoding?: string
}

/** Sends requests, and records them as a browser does. */
export async function recorded(...requests: (string | Request)[]): Promise<HarEntry[]> {
  const entries: HarEntry[] = []
  for (const one of requests) {
    const request = new Request(one)
    const text = await request.clone().text()
    const response = await fetch(request)
    const bytes = Buffer.from(await response.arrayBuffer())
    const mimeType = response.headers.get('content-type') ?? ''
    entries.push({
      request: {
        ...{ method: request.method, url: request.url, headers: pairs(request.headers) },
        ...(text && { postData: { text } }),
      },
      response: {
        ...{ status: response.status, headers: pairs(response.headers) },
        content: { size: bytes.length, mimeType, text: bytes.toString() },
      },
    })
  }
  return entries
}

export function harOf(entries: readonly unknown[]): string {
  return JSON.stringify({ log: { version: '1.2', creator: { name: 'test' }, entries } })
}

/** The same entries as JSON lines. */
export function linesOf(entries: readonly HarEntry[]): string {
  const lines = entries.map(({ request, response }) =>
    JSON.stringify({
      request: { method: request.method, url: request.url },
      response: {
        status: response.status,
        headers: Object.fromEntries(response.headers.map(({ name, value }) => [name, value])),
        body: response.content.text,
      },
    }),
  )
  return `${lines.join('\n')}\n`
}

/** The path of a file with the text, until the test ends. */
export async function fileWith(text: string | Uint8Array): Promise<string> {
  const path = join(tmpdir(), `recorded-${crypto.randomUUID()}.har`)
  await writeFile(path, text)
  onTestFinished(() => rm(path, { force: true }))
  return path
}

function pairs(headers: Headers): HarHeader[] {
  return [...headers].map(([name, value]) => ({ name, value }))
}
