import { createHash } from 'node:crypto'
import { checkContract } from '../../src/run/check-contract.ts'
import { type CorpusRequest, corpusOf } from './corpus.ts'
import type { Instrumented, Mutant } from './instrument.ts'

/** What became of a mutant: `invisible` if it changes no response of the corpus. */
export interface Fate {
  mutant: Mutant
  fate: 'killed' | 'survived' | 'invisible'
  /** Whether a must, or an undecided run, fails the deployment. */
  isFailure: boolean
}

interface Service {
  url: string
  accounts: Record<string, string>
  createService(): typeof fetch
}

/** What the instrumented code reads. */
interface Switch {
  activeMutant?: string | undefined
  currentTestId?: string | undefined
  mutantCoverage?: {
    static: Record<string, number>
    perTest: Record<string, Record<string, number>>
  }
  hitCount?: number | undefined
  hitLimit?: number | undefined
}

/** Far more than a response needs, so that an endless loop ends. */
const mostHits = 3_000_000
const mostTried = 150
/** Headers with another value in each response. */
const ofEachResponse = ['date', 'x-request-id']

const stryker: Switch = {}
Object.assign(globalThis, { __stryker__: stryker })

export class MutantRunner {
  private readonly path: string
  private service!: Service
  private corpus: CorpusRequest[] = []
  private expected: string[] = []
  /** The requests that reach each mutant. */
  private readonly reached = new Map<string, number[]>()

  constructor({ service }: Instrumented) {
    this.path = service
  }

  /** Sends the corpus to the service without a mutant. */
  async prepare(): Promise<void> {
    this.service = await import(this.path)
    this.corpus = corpusOf(this.service.url, Object.values(this.service.accounts))
    const responses: string[] = []
    const send = this.service.createService()
    for (const index of this.corpus.keys()) {
      stryker.currentTestId = String(index)
      responses[index] = await this.respond(send, index, responses)
    }
    stryker.currentTestId = undefined
    this.expected = responses
    for (const [index, hits] of Object.entries(stryker.mutantCoverage?.perTest ?? {}))
      for (const id of Object.keys(hits))
        this.reached.set(id, [...(this.reached.get(id) ?? []), Number(index)])
    // The loaded code keeps this object, and another test of the process needs it again.
    if (stryker.mutantCoverage) stryker.mutantCoverage.perTest = {}
  }

  async judge(mutant: Mutant): Promise<Fate> {
    if (!(await this.isVisible(mutant))) return { mutant, fate: 'invisible', isFailure: false }
    const { failed, isFailure } = await this.check(mutant)
    return { mutant, fate: failed.length > 0 ? 'killed' : 'survived', isFailure }
  }

  /** Runs the checker; the rules that are violated, whatever their level, or why it ended. */
  async check(mutant: Mutant | null): Promise<{ failed: string[]; isFailure: boolean }> {
    const { url, accounts, createService } = this.service
    try {
      const { rules, verdict } = await this.with(mutant, () =>
        checkContract({
          url,
          accounts,
          fetch: createService(),
          concurrency: 6,
          skip: { 'long-headers': 'of the HTTP server' },
        }),
      )
      const violated = rules.filter(({ outcome }) => ['fail', 'warning'].includes(outcome))
      const undecided = verdict === 'undecided' ? [verdict] : []
      const failed = [...violated.map(({ id }) => id), ...undecided]
      return { failed, isFailure: verdict !== 'passed' }
    } catch (error) {
      return { failed: [(error as Error).name], isFailure: true }
    }
  }

  private async isVisible(mutant: Mutant): Promise<boolean> {
    const reached = this.reached.get(mutant.id) ?? []
    const some = reached.length > mostTried ? spread(reached, mostTried) : reached
    const responses = [...this.expected]
    return this.with(mutant, async () => {
      const send = this.service.createService()
      for (const index of some) {
        if ((await this.respond(send, index, responses)) !== this.expected[index]) return true
      }
      return false
    })
  }

  private async with<Result>(mutant: Mutant | null, run: () => Promise<Result>): Promise<Result> {
    Object.assign(stryker, { activeMutant: mutant?.id, hitCount: 0, hitLimit: mostHits })
    try {
      return await run()
    } finally {
      Object.assign(stryker, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined })
    }
  }

  /** A response as text; a digest if it is long. */
  private async respond(
    send: typeof fetch,
    index: number,
    responses: readonly string[],
  ): Promise<string> {
    const { url, from, ...init } = this.corpus[index] as CorpusRequest
    const cursor = from && new RegExp(`"${from.name}":"([^"]+)"`).exec(responses[from.index] ?? '')
    try {
      stryker.hitCount = 0
      const response = await send(url.replace('{cursor}', cursor?.[1] ?? ''), init)
      const headers = [...response.headers].filter(([name]) => !ofEachResponse.includes(name))
      const text = await response.text()
      const start = JSON.stringify([response.status, headers])
      const pagination = /"pagination":\{[^}]*\}/.exec(text)?.[0] ?? ''
      return `${start}${pagination}${createHash('sha1').update(text).digest('hex')}`
    } catch (error) {
      return (error as Error).name
    }
  }
}

/** So many of a list, in equal distances. */
export function spread<Item>(list: readonly Item[], count: number): Item[] {
  const length = Math.min(count, list.length)
  return Array.from({ length }, (_, at) => list[Math.floor((at * list.length) / length)] as Item)
}
