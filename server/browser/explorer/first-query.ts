import { FeedDocument } from '@photofeed/graphql/operations'
import { plans } from '@photofeed/openapi'
import { parse, print } from 'graphql'

/** The feed as the clients of the service query it, with as many posts as every plan returns. */
export const firstQuery = {
  query: print(parse(FeedDocument.toString())),
  variables: JSON.stringify({ first: plans.free.maximumPageSize }, null, 2),
}
