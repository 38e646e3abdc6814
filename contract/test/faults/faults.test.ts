import { account, post } from '@photofeed/mock-server'
import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runs } from '../../../test-support/scope.ts'
import { reporterNames } from '../../src/commands/reports.ts'
import { undocumented } from '../../src/judging/undocumented.ts'
import { ran } from '../cli/in-process.ts'
import { remembered } from '../mutants/remembered.ts'
import { type Fault, faultOf } from './faults.ts'

const cases = runs(40, 10_000)
const firstSeed = 15_000_000
const timeout = cases * 2_000

interface Plan {
  accounts: Record<string, string>
  requests: Request[]
}

let mock: MockServer
let premium: Plan
let free: Plan
const conforming = remembered((request) => fetch(request))

beforeAll(async () => {
  const image = () => post.image({ comments: [{ text: 'Good morning' }] })
  const children = [post.image(), post.video()]
  const posts = [
    image(),
    post.video(),
    post.album({ children }),
    ...Array.from({ length: 7 }, image),
  ]
  // Few posts make small responses, and many runs.
  const few = account({ username: 'few.posts', plan: 'premium', posts })
  mock = await startMockServer({ warnings: 'off', accounts: [few] })
  premium = await planOf({ premium: mock.key('few.posts') })
  free = await planOf({ free: mock.key('free') })
})
afterAll(() => mock.close())

/** An account with all requests that a run sends for it. */
async function planOf(accounts: Plan['accounts']): Promise<Plan> {
  const requests: Request[] = []
  const { code } = await check(accounts, (request) => {
    requests.push(request.clone() as Request)
    return conforming(request)
  })
  expect(code).toBe(0)
  return { accounts, requests }
}

type Respond = (request: Request) => Promise<Response>

function check(accounts: Plan['accounts'], respond: Respond, ...options: string[]) {
  const keys = Object.entries(accounts).flatMap(([name, key]) => ['--account', `${name}=${key}`])
  return ran([mock.url, ...keys, ...options], {
    fetch: (input, init) => respond(new Request(input, init)),
  })
}

/** Most faults are in responses for the account with more to judge. */
function caseOf(seed: number): Fault & Plan {
  const plan = seed % 4 === 0 ? free : premium
  return { ...plan, ...faultOf(seed, plan.requests) }
}

/** Whether a page has values that openapi.yaml forbids; more fields than it lists are no violation of a must. */
async function isForbidden(request: Request, response: Response): Promise<boolean> {
  const { pathname } = new URL(request.url)
  if (pathname !== '/api/v1/me' || request.method !== 'GET' || response.status !== 200) return false
  const { status, headers } = response
  const body = await response.clone().text()
  return undocumented(pathname, 'GET', { status, headers, body }).some(
    (problem) => problem.startsWith('/') && !problem.includes('additional properties'),
  )
}

function hasStack(text: string): boolean {
  return /\n {4}at .*:\d+/.test(`\n${text}`)
}

const names = reporterNames

test(
  `a server with any one of ${cases} faults is judged: no exit code but 0, 1, 3 and 4, no stack trace`,
  async () => {
    const wrong: unknown[] = []
    for (let seed = firstSeed; seed < firstSeed + cases; seed += 1) {
      const { name, accounts, handle } = caseOf(seed)
      let hasForbidden = false
      const respond: Respond = async (request) => {
        const response = await handle(request, conforming)
        hasForbidden ||= await isForbidden(request, response)
        return response
      }
      const reporter = names[seed % names.length] as string
      const { code, stdout, stderr } = await check(accounts, respond, '--reporter', reporter)
      const isMissed = hasForbidden && code === 0
      if (![0, 1, 3, 4].includes(code) || hasStack(stdout + stderr) || isMissed)
        wrong.push([name, code, { isMissed }, stderr.slice(0, 600)])
    }
    expect(wrong).toEqual([])
  },
  timeout,
)
