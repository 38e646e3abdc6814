import { apiKey, type operations } from '@photofeed/openapi'
import { document } from '@photofeed/openapi/document'
import { catalog } from '../catalog/catalog.ts'
import { type Exchange, unknownAccount } from '../http/exchange.ts'
import { parseJson } from '../http/json.ts'
import { createRedact, onlyAccount } from '../http/redaction.ts'
import { queryIn } from '../http/request-spec.ts'
import { type HttpResponse, undocumented } from '../judging/documented.ts'
import type { Finding } from '../judging/finding.ts'
import type { ResponseRule } from '../judging/rule.ts'
import { printable } from '../reporters/reporter.ts'
import { count } from '../reporters/sentences.ts'
import { judgedResponse } from '../run/judge.ts'
import { labeled } from './failure.ts'

/** The matcher behind `expect(response).toMatchContract(operationId)`. */
export async function toMatchContract(received: unknown, operationId: OperationId) {
  const requested = operation(operationId)
  const response = await readReceived(received)
  const broken = brokenMusts(loneExchange(requested, response))
  const problems = undocumented(requested.path, requested.method, response)
  const subject = `${response.status} of ${operationId} (${requested.method} ${requested.path})`
  const redact = createRedact(keysIn(response.url))
  return {
    pass: broken.length + problems.length === 0,
    message: () => {
      if (broken.length + problems.length === 0)
        return `Expected the ${subject} to break the contract, but it keeps it.`
      const lines = [
        `The ${subject} breaks the contract.`,
        ...broken.flatMap(brokenLines),
        ...(problems.length > 0 ? ['', 'openapi.yaml does not allow:', ...problems] : []),
      ]
      return lines.map((line) => printable(redact(line))).join('\n')
    },
  }
}

const shownFindings = 3

function brokenLines({ id, sentence, findings }: BrokenMust): string[] {
  const more = findings.length - shownFindings
  return [
    '',
    `${id}: ${sentence}`,
    ...findings
      .slice(0, shownFindings)
      .flatMap(({ at, expected, got }) => labeled({ at, expected, got })),
    ...(more > 0 ? labeled({ '': `and ${count(more, 'more difference')}` }) : []),
  ]
}

function keysIn(url: string | null): Record<string, string> {
  const { searchParams } = URL.parse(url ?? '', 'http://localhost') ?? {}
  const keys = searchParams?.getAll(apiKey.parameter) ?? []
  return Object.fromEntries(
    keys.map((key, index) => [index === 0 ? onlyAccount : `${index + 1}`, key]),
  )
}

/** What `toMatchContract` judges: a `Response` of fetch, or the parts of one. */
export type ReceivedResponse =
  | Response
  | {
      status: number
      /** `Headers`, or an object of names and values. */
      headers: HeadersInit
      /** As it was sent: text, not a parsed object. */
      body: string
      /** The address that was requested. Without it, rules about the request do not apply. */
      url?: string
    }

interface BodyRead extends HttpResponse {
  /** Null when it is not known. */
  url: string | null
}

/** Reads the response; a `Response` can be read again afterwards. @throws {TypeError} when it is something else. */
async function readReceived(received: unknown): Promise<BodyRead> {
  if (isResponse(received)) return readResponse(received)
  const { status, headers, body, url } = (received ?? {}) as Record<string, unknown>
  if (typeof status !== 'number' || !isObject(headers) || typeof body !== 'string') {
    throw new TypeError(
      'toMatchContract judges a Response of fetch, or { status, headers, body } with the body as text. Is an await missing?',
    )
  }
  return {
    status,
    body,
    headers: new Headers(headers as HeadersInit),
    url: typeof url === 'string' ? url : null,
  }
}

async function readResponse(response: Response): Promise<BodyRead> {
  if (response.bodyUsed) {
    throw new TypeError(
      'The body of the response was read before. Call toMatchContract first, which reads a copy of it.',
    )
  }
  const { status, headers, url } = response
  return { status, headers, body: await response.clone().text(), url: url || null }
}

/** The Response of another implementation of fetch is no instance of the global one. */
function isResponse(value: unknown): value is Response {
  return typeof (value as Partial<Response> | null | undefined)?.clone === 'function'
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}

/** The operations of openapi.yaml, like `getMe`. */
export type OperationId = keyof operations

interface Operation {
  path: string
  method: string
}

const found = new Map<string, Operation>()
for (const [path, methods] of Object.entries(document.paths as Record<string, object>)) {
  for (const [method, { operationId }] of Object.entries(methods))
    found.set(operationId, { path, method: method.toUpperCase() })
}

/** @throws {TypeError} when openapi.yaml has no such operation. */
export function operation(id: string): Operation {
  const operation = found.get(id)
  if (operation) return operation
  throw new TypeError(
    `openapi.yaml has no operation ${id}. It has ${[...found.keys()].join(', ')}.`,
  )
}

/** A response without the run around it: its account is not known, and its request may not be. */
function loneExchange({ path, method }: Operation, response: BodyRead): Exchange {
  const { status, headers, body, url } = response
  return {
    spec: { method, path, ...(url !== null && { query: queryIn(url) }) },
    status,
    headers,
    text: body,
    json: parseJson(body),
    bytes: new TextEncoder().encode(body),
    request: { method, url: url ?? path, headers: {}, body: null },
    account: unknownAccount('', onlyAccount),
  }
}

interface BrokenMust {
  id: string
  sentence: string
  findings: readonly Finding[]
}

const musts = catalog.filter(
  (rule): rule is ResponseRule => rule.kind === 'response' && rule.level === 'must',
)

/** The musts that this response breaks by itself; what an account or another response would decide is left out. */
function brokenMusts(exchange: Exchange): BrokenMust[] {
  const isRequestKnown = exchange.spec.query !== undefined
  return musts
    .filter(({ looksAt }) => !looksAt || (looksAt === 'request' && isRequestKnown))
    .flatMap((rule) => {
      const { findings, malformed } = judgedResponse(rule, exchange) ?? nothing
      // The rule about a value of a wrong type fails for it.
      const isOwn = malformed === null || malformed === rule.id
      return isOwn && findings.length > 0 ? [{ ...rule, findings }] : []
    })
}

const nothing = { findings: [], malformed: null }
