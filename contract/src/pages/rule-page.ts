import type { Schemas } from '@photofeed/openapi'
import type { SurveyedAccount } from '../http/exchange.ts'
import { createRedact, curl, onlyAccount } from '../http/redaction.ts'
import { wireRequest } from '../http/request-spec.ts'
import { definition } from '../judging/definition.ts'
import { describeNeeds } from '../judging/needs.ts'
import type { Level, Rule } from '../judging/rule.ts'
import { type DefinitionPlace, definitionOf } from '../run/report.ts'

/** What there is to know about a rule, as text for people. */
export interface RulePage {
  id: string
  level: Level
  section: string
  sentence: string
  definition: DefinitionPlace
  /** What the checker must be given; null when any key that reads an account will do. */
  needs: string | null
  /** The requests it sends for an account, by the name of the response. */
  requests: Record<string, string>
  /** How it is judged. */
  judged: string
  hint: string | null
}

export const levelMeanings: Record<Level, string> = {
  must: 'The specification says so. A broken must fails a deployment.',
  should: 'The specification says so of what may vary, like wording or the usual case.',
  assumed:
    'The specification is silent, and photofeed chose. A difference is reported as a warning.',
}

export function rulePage(rule: Rule): RulePage {
  const { id, level, section, sentence, hint = null } = rule
  return {
    id,
    level,
    section,
    sentence,
    hint,
    definition: definitionOf(rule),
    needs: describeNeeds(rule.needs),
    requests: requestsOf(rule),
    judged: judged(rule),
  }
}

function requestsOf(rule: Rule): Record<string, string> {
  if (rule.kind === 'response') return {}
  const requests = Object.entries(rule.requests(specimenAccount))
  return Object.fromEntries(
    requests.map(([name, spec]) => [
      name,
      redact(curl(wireRequest(spec, exampleUrl, specimenAccount.key))),
    ]),
  )
}

function judged(rule: Rule): string {
  if (rule.kind === 'response') {
    return 'On every response of the run that it is about, whichever rule sent the request.'
  }
  const responses =
    'On the responses to its own requests, for the first account that offers all it needs.'
  const caution =
    'When a cache, or an import between two responses, may explain a difference, it is skipped.'
  return rule.compares ? `${responses} ${caution}` : responses
}

type Page = Schemas['AccountWithPosts']

const page = definition('#/components/examples/MePremium/value') as unknown as Page
const [album] = page.posts as [Schemas['Post']]
const { children: _children, comments: _comments, ...picture } = album
const kinds: Schemas['Post'][] = [
  album,
  { ...picture, mediaType: 'IMAGE' },
  { ...picture, mediaType: 'VIDEO' },
]

const day = 24 * 60 * 60 * 1000

/** A post of each kind in turn, one for each day. */
function postAt(index: number): Schemas['Post'] {
  const time = new Date(Date.parse(album.timestamp) - index * day)
  return {
    ...(kinds[index % kinds.length] as Schemas['Post']),
    id: String(BigInt(album.id) - BigInt(index)),
    timestamp: time.toISOString().replace('.000Z', '+00:00'),
  }
}

/** The account of the definition's example, with more posts: whose requests the pages of rules show. */
export const specimenAccount: SurveyedAccount = {
  key: '0123456789abcdef'.repeat(4),
  name: onlyAccount,
  state: 'readable',
  plan: 'premium',
  status: page.status,
  posts: Array.from({ length: 30 }, (_, index) => postAt(index)),
  malformed: null,
  exchanges: [],
  trouble: null,
}

const exampleUrl = 'https://feed.example'
const redact = createRedact({ [specimenAccount.name]: specimenAccount.key })

const most = 20

/** The lines of a definition that belong to the one with this number: it, and the deeper ones below it. */
export function definitionExcerpt(text: string, line: number): string[] {
  const [first = '', ...rest] = text.split('\n').slice(line - 1)
  const depth = indentOf(first)
  const end = rest.findIndex((next) => next.trim() === '' || indentOf(next) <= depth)
  const inner = rest.slice(0, end === -1 ? rest.length : end)
  const lines = [first, ...inner].slice(0, most)
  const width = String(line + lines.length - 1).length
  const numbered = lines.map((text, index) =>
    `${String(line + index).padStart(width)}  ${text.slice(depth)}`.trimEnd(),
  )
  return inner.length >= most ? [...numbered, `${' '.repeat(width)}  …`] : numbered
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
