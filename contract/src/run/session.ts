import type { Client } from '../http/client.ts'
import type { Exchange, RequestSpec, SurveyedAccount, WireRequest } from '../http/exchange.ts'
import { type Intermediary, intermediariesOf } from '../http/intermediary.ts'
import { pastCache, wireRequest } from '../http/request-spec.ts'
import { survey } from '../survey/survey.ts'

/** The exchanges of a run with a deployment. Methods are properties, so that they can be passed on. */
export class Session {
  private readonly client: Client
  private readonly url: string
  /** Chooses the bytes of requests past the cache: another number in each run. */
  private readonly choice: number
  private readonly exchanges = new Map<string, Exchange>()
  /** Of random requests: the first exchange of each kind of intermediary. */
  private readonly behindIntermediaries: Exchange[] = []
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

  /** Sends a request and forgets the exchange: there may be more random ones than memory has room for. */
  sendOnce = async (spec: RequestSpec, account: SurveyedAccount): Promise<Exchange> => {
    const request = wireRequest(spec, this.url, account.key)
    const exchange = { ...(await this.client.sendOnce(request)), spec, request, account }
    const known = this.behindIntermediaries
    if (intermediariesOf([...known, exchange]).length > intermediariesOf(known).length)
      known.push(exchange)
    return exchange
  }

  /** Surveys an account past any cache, once. */
  surveyPastCache = ({ key, name }: SurveyedAccount): Promise<SurveyedAccount> => {
    const account = this.surveyedPastCache.get(name) ?? survey(key, name, this.sendPastCache)
    this.surveyedPastCache.set(name, account)
    return account
  }

  get requests(): number {
    return this.client.sent
  }

  get all(): Exchange[] {
    return [...this.exchanges.values()]
  }

  get intermediaries(): Intermediary[] {
    return intermediariesOf([...this.all, ...this.behindIntermediaries])
  }

  /** @param request what reports show; `wire` is what is sent */
  private async exchange(
    wire: WireRequest,
    request: WireRequest,
    spec: RequestSpec,
    account: SurveyedAccount,
  ): Promise<Exchange> {
    const { client, exchanges } = this
    const response = await (spec.isFresh ? client.sendOnce(wire) : client.send(wire))
    const name = `${JSON.stringify(wire)}${spec.isFresh ? client.sent : ''}`
    const known = exchanges.get(name)
    if (known?.account === account) return known
    const exchange = { ...response, spec, request, account }
    exchanges.set(name, exchange)
    return exchange
  }
}
