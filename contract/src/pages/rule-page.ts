import type { Schemas } from '@photofeed/openapi'
import { type SurveyedAccount, unknownAccount } from '../http/exchange.ts'
import { createRedact, curl, onlyAccount } from '../http/redaction.ts'
import { type RequestSpec, wireRequest } from '../http/request-spec.ts'
import { definition } from '../judging/definition.ts'
import { type Feed, orderings, orderName } from '../judging/feed.ts'
import { describeNeeds } from '../judging/needs.ts'
import type { FollowUp, Level, Rule } from '../judging/rule.ts'
import { type DefinitionPlace, definitionOf } from '../run/report.ts'

/** What there is to know about a rule, as text for people. */
export interface RulePage {
  id: string
  level: Level
  section: string
  sentence: string
  definition: DefinitionPlace
  /** The beginning of what the definition has there. */
  excerpt: string[]
  /** What the checker must be given; null when any key that reads an account will do. */
  needs: string | null
  /** The requests it sends for an account, by the name of the response. */
  requests: Record<string, string>
  /** What it finds only in certain data. */
  blindSpots: { mistake: string; remedy: string }[]
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
  const needs = describeNeeds(rule.needs)
  return {
    id,
    level,
    section,
    sentence,
    hint,
    definition: definitionOf(rule),
    excerpt: excerptOf(rule),
    needs: needs.length > 0 ? `a key of an account ${needs.join(', ')}` : null,
    blindSpots: (rule.blindSpots ?? []).map(({ mistake, remedy }) => ({ mistake, remedy })),
    requests: requestsOf(rule),
    judged: judged(rule),
  }
}

function requestsOf(rule: Rule): Record<string, string> {
  if (rule.kind === 'response') return {}
  const requests = Object.entries(rule.requests(specimen, [otherSpecimen]))
  return Object.fromEntries(requests.map(([name, request]) => [name, shown(request)]))
}

function shown(request: RequestSpec | FollowUp): string {
  if ('after' in request) return `a request that depends on the response called ${request.after}`
  const { key } = request.as ?? specimen
  return redact(curl(wireRequest(request, exampleUrl, key)))
}

function judged(rule: Rule): string {
  if (rule.kind === 'response') {
    return 'On every response of the run that it is about, whichever rule sent the request.'
  }
  const responses =
    'On the responses to its own requests, for each account that offers all it needs.'
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
  // The sixth is as old as the fifth.
  const time = new Date(Date.parse(album.timestamp) - (index === 5 ? 4 : index) * day)
  return {
    ...(kinds[index % kinds.length] as Schemas['Post']),
    id: String(BigInt(album.id) - BigInt(index)),
    timestamp: time.toISOString().replace('.000Z', '+00:00'),
  }
}

const posts = Array.from({ length: 30 }, (_, index) => postAt(index))
const feed: Feed = new Map(
  orderings.map((sort) => [
    orderName(sort),
    { posts: sort.startsWith('-') ? posts : posts.toReversed(), isWhole: true },
  ]),
)

/** The account of the definition's example, with more posts: whose requests the pages of rules show. */
const specimen: SurveyedAccount = {
  ...unknownAccount('0123456789abcdef'.repeat(4), onlyAccount),
  ...{ state: 'readable', plan: 'premium', status: page.status, posts, feed },
}
const otherPosts = posts.map((post) => ({ ...post, id: `${post.id}9` }))
const otherSpecimen: SurveyedAccount = {
  ...specimen,
  posts: otherPosts,
  ...{ key: 'fedcba9876543210'.repeat(4), name: 'other' },
}

const exampleUrl = 'https://feed.example'
const redact = createRedact({
  [specimen.name]: specimen.key,
  [otherSpecimen.name]: otherSpecimen.key,
})

const mostLines = 20

/** The beginning of what openapi.yaml has at a place; empty for schema.graphql. */
function excerptOf({ definedAt }: Rule): string[] {
  if (!definedAt.startsWith('#')) return []
  const lines = JSON.stringify(definition(definedAt), null, 2).split('\n')
  return lines.length > mostLines ? [...lines.slice(0, mostLines), '…'] : lines
}
