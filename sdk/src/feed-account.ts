import type { Schemas } from '@photofeed/openapi'
import { type Connection, connectionOf } from './connection.ts'
import type { Account } from './resources.ts'
import { type ResponseInfo, responseInfo } from './response-info.ts'
import type { Answer } from './transport.ts'

/** The profile of the connected account, without posts. */
export interface FeedAccount {
  /** The platform's id of the account. */
  readonly id: string
  readonly account: Account
  readonly connection: Connection
  readonly response: ResponseInfo
}

export function feedAccount(
  { data: { id, attributes } }: Schemas['AccountDocument'],
  answer: Answer,
): FeedAccount {
  return {
    id,
    account: attributes,
    connection: connectionOf(attributes, answer.response.headers),
    response: responseInfo(answer.response),
  }
}
