import { withApollo } from './apollo'
import { withGraphqlRequest } from './graphql-request'
import { withHeyApi } from './hey-api'
import { withOpenApiFetch } from './openapi-fetch'
import { withOrval } from './orval'
import { withUrql } from './urql'

const results: Record<string, unknown> = {}
for (const read of [
  withOpenApiFetch,
  withHeyApi,
  withOrval,
  withApollo,
  withGraphqlRequest,
  withUrql,
]) {
  results[read.name] = await read().then(
    (posts) => posts.map(({ id }) => id),
    (error: unknown) => (error as Error).message,
  )
}
console.log(JSON.stringify(results))
