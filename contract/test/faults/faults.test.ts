import { account, post } from '@photofeed/mock-server'
import { startMockServer } from '@photofeed/mock-server/node'
import { expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { undocumented } from '../../../test-support/undocumented.ts'
import { catalog } from '../../src/catalog/catalog.ts'
import { createClient } from '../../src/http/client.ts'
import { ContractError } from '../../src/http/contract-error.ts'
import type { HttpResponse, WireRequest } from '../../src/http/exchange.ts'
import { parseJson } from '../../src/http/json.ts'
import { github, jobSummary } from '../../src/reporters/github.ts'
import { html } from '../../src/reporters/html.ts'
import { junit } from '../../src/reporters/junit.ts'
import { pretty } from '../../src/reporters/pretty.ts'
import { json } from '../../src/reporters/reporter.ts'
import { probes } from '../../src/rules/probes.ts'
import { reportOf } from '../../src/run/report.ts'
import { runRules } from '../../src/run/run-rules.ts'
import { Session } from '../../src/run/session.ts'
import { verdictOf } from '../../src/run/verdict.ts'
import { surveyAll } from '../../src/survey/survey.ts'
import { setting } from '../reporters/handmade-report.ts'
import { type Fault, faultOf } from './faults.ts'

const cases = runs(20, 10_000)
const firstSeed = 15_000_000
const reporters = [pretty, html, junit, json, github, jobSummary]

/** Far longer than a response takes: a hostile one must not keep the checker busy. */
const longestCase = 30_000

type Client = ConstructorParameters<typeof Session>[0]
type Keys = Readonly<Record<string, string>>

/** Judges the responses of a client. They come from a memory, so that a case takes no network. */
async function judge(send: Client['send'], url: string, keys: Keys) {
  const session = new Session({ send, sendAgain: send, sent: 0 }, url, 1)
  const accounts = await surveyAll(url, keys, session.send)
  const sets = { skip: new Set(''), headers: new Set('') }
  const parts = { accounts, session, concurrency: 6, probes, ...sets }
  const { results, leftOut } = await runRules(catalog, parts)
  return reportOf({
    ...{ url, accounts, results, leftOut, requests: 0, milliseconds: 0 },
    ...{ skip: {}, accept: {}, require: [], intermediaries: session.intermediaries },
  })
}

const requestOf = ({ url, method, headers, body }: WireRequest) =>
  new Request(url, { method, headers, body })

async function damage(fault: Fault, request: WireRequest, conforming: HttpResponse) {
  const { status, headers, bytes } = conforming
  // A response with one of these statuses has no body.
  if (!fault.isTarget(request) || status === 204 || status === 304) return conforming
  const body = bytes.length > 0 ? Buffer.from(bytes) : null
  const respond = async () => new Response(body, { status, headers })
  const response = await fault.handle(requestOf(request), respond)
  const damaged = new Uint8Array(await response.arrayBuffer())
  const text = new TextDecoder().decode(damaged)
  return {
    status: response.status,
    headers: response.headers,
    bytes: damaged,
    text,
    json: parseJson(text),
  }
}

/** Whether a page has values that openapi.yaml forbids; more fields than it lists are no violation of a must. */
function isForbidden({ url, method }: WireRequest, { status, headers, text }: HttpResponse) {
  const { pathname } = new URL(url)
  if (pathname !== '/api/v1/me' || method !== 'GET' || status !== 200) return false
  return undocumented(pathname, 'GET', { status, headers, body: text }).some(
    (problem) => problem.startsWith('/') && !problem.includes('additional properties'),
  )
}

test(`responses with any one of ${cases} faults are judged and reported`, async () => {
  const image = () => post.image({ comments: [{ text: 'Good morning' }] })
  const children = [post.image(), post.video()]
  const posts = [
    image(),
    post.video(),
    post.album({ children }),
    ...Array.from({ length: 7 }, image),
  ]
  const few = account({ username: 'few.posts', plan: 'premium', posts })
  const mock = await startMockServer({ warnings: 'off', accounts: [few] })
  const { url } = mock
  const { send } = createClient({
    ...{ fetch, maxRequests: Infinity, headers: {}, origin: url, concurrency: 6, delay: 0 },
    ...{ signal: new AbortController().signal, requestTimeout: 60_000 },
  })
  const plans = []
  for (const keys of [{ premium: mock.key('few.posts') }, { free: mock.key('free') }] as Keys[]) {
    const requests = new Map<string, Request>()
    const { verdict } = await judge(
      (request) => {
        requests.set(JSON.stringify(request), requestOf(request))
        return send(request)
      },
      url,
      keys,
    )
    expect(verdict).toBe('passed')
    plans.push({ keys, requests: [...requests.values()] })
  }

  const wrong: unknown[] = []
  for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
    // Most faults are in responses for the account with more to judge.
    const { keys, requests } = plans[seed % 4 === 0 ? 1 : 0] as (typeof plans)[number]
    const fault = faultOf(seed, requests)
    const sent = new Map<string, Promise<HttpResponse>>()
    let hasForbidden = false
    const sendDamaged = (request: WireRequest) => {
      const name = JSON.stringify(request)
      const response = sent.get(name) ?? receive(request)
      sent.set(name, response)
      return response
    }
    const receive = async (request: WireRequest) => {
      const response = await damage(fault, request, await send(request))
      hasForbidden ||= fault.isTarget(request) && isForbidden(request, response)
      return response
    }
    const started = Date.now()
    try {
      const report = await judge(sendDamaged, url, keys)
      const verdict = verdictOf(report, 'must')
      reporters[seed % reporters.length]?.(report, verdict, setting)
      if (hasForbidden && verdict.verdict === 'passed') wrong.push([fault.name, 'passed'])
    } catch (error) {
      if (!(error instanceof ContractError)) wrong.push([fault.name, error])
    }
    if (Date.now() - started > longestCase) wrong.push([fault.name, Date.now() - started])
  }
  await mock.close()
  expect(wrong).toEqual([])
}, 3_600_000)
