import type { WireRequest } from './ask.ts'

/**
 * The command that repeats a request in a POSIX shell. Redaction puts variables into it afterwards; nothing else is filled
 * by the shell, because an address may come out of an answer.
 */
export function curl({ method, url, headers, body }: WireRequest): string {
  const verb = { GET: [], HEAD: ['--head'] }[method] ?? ['-X', method]
  const sent = Object.entries(headers).flatMap(([name, value]) => [
    '-H',
    expanding(`${name}: ${value}`),
  ])
  const data = body === null ? [] : ['-d', literal(body)]
  return ['curl', '-i', '-g', ...verb, expanding(url), ...sent, ...data].join(' ')
}

function expanding(text: string): string {
  return `"${text.replace(/["$`\\]/g, '\\$&')}"`
}

function literal(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
