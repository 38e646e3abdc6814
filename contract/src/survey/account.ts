import type { PlanName, Schemas } from '@photofeed/openapi'
import type { Exchange } from '../http/exchange.ts'

/** What the first look at a key found. */
export interface SurveyedAccount {
  key: string
  /** `key 1`, `key 2`, ... in the order given: reports never show a key itself. */
  label: string
  /** readable: it reads an account. refused: 401. failing: 500. broken: anything else, see `trouble`. */
  state: 'readable' | 'refused' | 'failing' | 'broken'
  /** Null unless the key is readable. */
  plan: PlanName | null
  status: string | null
  /** The newest posts, as many as one page holds, with children and comments; empty unless readable. */
  posts: Schemas['Post'][]
  /** The exchanges of the survey, which rules are judged on too. */
  exchanges: Exchange[]
  /** Why nothing can be done with the key; a sentence. */
  trouble: string | null
}
