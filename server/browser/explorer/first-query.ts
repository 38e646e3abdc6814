import { FeedDocument } from '@photofeed/graphql/operations'
import { plans } from '@photofeed/openapi'
import { parse, print } from 'graphql'

/** The feed as the service's own clients ask for it, with as many posts as every plan gives. */
export const firstQuery = {
  query: print(parse(FeedDocument.toString())),
  variables: JSON.stringify({ first: plans.free.maximumPageSize }, null, 2),
}
