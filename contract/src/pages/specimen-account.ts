import type { Schemas } from '@photofeed/openapi'
import type { SurveyedAccount } from '../http/exchange.ts'
import { onlyAccount } from '../http/redaction.ts'
import { definition } from '../judging/definition.ts'

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
  misshapen: null,
  exchanges: [],
  trouble: null,
}
