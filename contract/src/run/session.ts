import { apiKey } from '@photofeed/openapi'
import type { createClient } from '../http/client.ts'
import { NoResponse } from '../http/contract-error.ts'
import type { Exchange, RequestSpec, SurveyedAccount, WireRequest } from '../http/exchange.ts'
import { type Intermediary, intermediariesOf } from '../http/intermediary.ts'
import { survey } from '../survey/survey.ts'

type Client = ReturnType<typeof createClient>

/** More of them are not the fault of single requests. */
const mostClosed = 20

const nothing = {
  status: 0,
  headers: new Headers(),
  text: '',
  bytes: new Uint8Array(),
  json: undefined,
}

/** The exchanges of a run with a deployment. Methods are properties, so that they can be passed on. */
export class Session {
  private readonly client: Client
  private readonly url: string
  /** Chooses the bytes of requests past the cache: another number in each run. */
  private readonly choice: number
  private readonly exchanges = new Map<string, Exchange>()
  /** Requests whose connection was closed twice without a response, by what was sent. */
  private readonly dropped = new Map<string, Exchange>()
  private readonly surveyedPastCache = new Map<string, Promise<SurveyedAccount>>()

  constructor(client: Client, url: string, choice: number) {
    this.client = client
    this.url = url
    this.choice = choice
  }

  /** Sends a request, and keeps the exchange: rules that send the same request get the same one, so that it is read once. */
  send = (spec: RequestSpec, account: SurveyedAccount): Promise<Exchange> => {
    const request = wireRequest(spec, this.url, account.key)
    return this.exchange(request, request, spec, account)
  }

  /** Sends a request in other bytes, which no cache has stored. */
  sendPastCache = (spec: RequestSpec, account: SurveyedAccount): Promise<Exchange> => {
    const request = wireRequest(spec, this.url, account.key)
    return this.exchange(pastCache(request, this.choice), request, spec, account)
  }

  /** Surveys an account past any cache, once. */
  surveyPastCache = ({ key, name }: SurveyedAccount): Promise<SurveyedAccount> => {
    const account = this.surveyedPastCache.get(name) ?? survey(key, name, this.sendPastCache)
    this.surveyedPastCache.set(name, account)
    return account
  }

  /**
   * The requests that get no response while all others do: sent once more, with a request that works before and after them.
   * What is dropped beside many others is the network's fault.
   */
  async closedRequests(working: Exchange | undefined): Promise<readonly Exchange[]> {
    const { client, dropped } = this
    if (!working || dropped.size === 0 || dropped.size > mostClosed) return []
    const isOpen = (wire: WireRequest) =>
      client.sendAgain(wire).then(
        () => true,
        (error) => !(error instanceof NoResponse && error.cause === 'failure'),
      )
    const closed: Exchange[] = []
    const works = [await isOpen(working.request)]
    for (const [wire, exchange] of dropped)
      if (!(await isOpen(JSON.parse(wire)))) closed.push(exchange)
    works.push(await isOpen(working.request))
    return works.every(Boolean) ? closed : []
  }

  get requests(): number {
    return this.client.sent
  }

  get all(): Exchange[] {
    return [...this.exchanges.values()]
  }

  get intermediaries(): Intermediary[] {
    return intermediariesOf(this.all)
  }

  /** @param request what reports show; `wire` is what is sent */
  private async exchange(
    wire: WireRequest,
    request: WireRequest,
    spec: RequestSpec,
    account: SurveyedAccount,
  ): Promise<Exchange> {
    const { client, exchanges } = this
    const sending = spec.isFresh ? client.sendAgain(wire) : client.send(wire)
    const response = await sending.catch((error) => {
      if (error instanceof NoResponse && error.cause === 'failure') {
        error.exchange ??= { ...nothing, spec, request, account }
        this.dropped.set(JSON.stringify(wire), error.exchange)
      }
      throw error
    })
    const name = `${JSON.stringify(wire)}${spec.isFresh ? client.sent : ''}`
    const known = exchanges.get(name)
    if (known?.account === account) return known
    const exchange = { ...response, spec, request, account }
    exchanges.set(name, exchange)
    return exchange
  }
}

function wireRequest(spec: RequestSpec, baseUrl: string, ownKey: string): WireRequest {
  const own = spec.path.startsWith('/')
  const key = own ? (spec.key === undefined ? ownKey : spec.key) : null
  const pairs = Object.entries({
    ...(key === null ? {} : { [apiKey.parameter]: key }),
    ...spec.query,
  })
  const query = pairs.flatMap(([name, value]) =>
    [value]
      .flat()
      .map((one) => `${encodeURIComponent(name)}=${encodeURIComponent(wellFormed(one))}`),
  )
  const search = [...query, ...(spec.rawQuery ? [spec.rawQuery] : [])].join('&')
  const url = `${own ? baseUrl : ''}${spec.path}${search && `?${search}`}`
  const isJson = spec.body !== undefined && typeof spec.body !== 'string'
  return {
    method: spec.method ?? 'GET',
    url,
    headers: { ...(isJson ? { 'Content-Type': 'application/json' } : {}), ...spec.headers },
    body: spec.body === undefined ? null : isJson ? JSON.stringify(spec.body) : String(spec.body),
  }
}

/**
 * The same request in other bytes, which no cache has stored: some digits of the key are percent-encoded, as any client may
 * do (RFC 3986, section 2.3). `choice` is another one in each run.
 */
function pastCache(request: WireRequest, choice: number): WireRequest {
  const variant = request.url.replace(new RegExp(`(?<=[?&]${apiKey.parameter}=)[^&]+`), (key) =>
    [...key]
      .map((sign, index) => (isEncoded(choice, index) && /\w/.test(sign) ? encoded(sign) : sign))
      .join(''),
  )
  const headers = { ...request.headers, 'Cache-Control': 'no-cache' }
  return { ...request, url: variant, headers }
}

function isEncoded(choice: number, index: number): boolean {
  return Math.floor(choice / 2 ** (index % 48)) % 2 === 1
}

function encoded(sign: string): string {
  return `%${sign.charCodeAt(0).toString(16)}`
}

/** Halves of surrogate pairs, which a response may contain, have no encoding. */
function wellFormed(value: string | number): string {
  return String(value).replace(/\p{Cs}/gu, '\ufffd')
}
