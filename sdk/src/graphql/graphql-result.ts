import { type Connection, connectionFrom } from '../connection.ts'
import { type ResponseInfo, responseInfo } from '../response-info.ts'
import type { Answer } from '../transport.ts'
import type { GraphqlPostDetails } from './graphql-resources.ts'

/** What comes with the data of any query. */
interface Surroundings {
  /** The account's connection; null when the headers do not tell it, as in a browser that hides them. */
  readonly connection: Connection | null
  /** Status and headers of the answer. */
  readonly response: ResponseInfo
}

/** The answer to a document of your own. */
export interface GraphqlResult<Data> extends Surroundings {
  readonly data: Data
}

/** One post of the account. */
export interface GraphqlPostResult extends Surroundings {
  /** Null when the key cannot see a post with this id. */
  readonly post: GraphqlPostDetails | null
}

export function surroundings(answer: Answer): Surroundings {
  return {
    connection: connectionFrom(answer.response.headers),
    response: responseInfo(answer.response),
  }
}
