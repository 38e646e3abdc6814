import { paths, unknownKey } from '../../src/http/request-spec.ts'
import { altered, changed, keyOf, type Mutant, mutantsOf, pathOf } from './mutant.ts'

const withUnknownKey = (query: URLSearchParams) => query.set('api_key', unknownKey)
const withoutKey = (query: URLSearchParams) => query.delete('api_key')

/** Takes the key from a header when the query has none. */
function keyFromHeader(path: string, header: string): Mutant['handle'] {
  return (request, respond) => {
    const key = request.headers.get(header)?.replace('Bearer ', '')
    if (pathOf(request) !== path || !key || keyOf(request) !== null) return respond(request)
    return respond(changed(request, { query: (query) => query.set('api_key', key) }))
  }
}

const onEveryInterface = Object.entries(paths).flatMap(([name, path]): Mutant[] => [
  {
    breaks: `${name}-key-missing`,
    defect: `${path} calls a missing key an invalid one`,
    handle(request, respond) {
      const isBare =
        keyOf(request) === null &&
        !request.headers.has('authorization') &&
        !request.headers.has('x-api-key')
      const applies = pathOf(request) === path && request.method !== 'OPTIONS' && isBare
      return respond(applies ? changed(request, { query: withUnknownKey }) : request)
    },
  },
  {
    breaks: `${name}-key-unknown`,
    defect: `${path} calls an unknown key a missing one`,
    handle(request, respond) {
      const applies = pathOf(request) === path && keyOf(request) === unknownKey
      return respond(applies ? changed(request, { query: withoutKey }) : request)
    },
  },
  {
    breaks: 'key-in-other-places',
    defect: `${path} accepts the key as a bearer token`,
    handle: keyFromHeader(path, 'authorization'),
  },
  {
    breaks: 'key-in-other-places',
    defect: `${path} accepts the key in X-API-Key`,
    handle: keyFromHeader(path, 'x-api-key'),
  },
])

export const authenticationMutants: Mutant[] = [
  ...onEveryInterface,
  ...mutantsOf({
    'key-header-changes-nothing: an unknown bearer token beats the key in the query': (
      request,
      respond,
    ) => {
      const beats = keyOf(request) !== null && request.headers.has('authorization')
      return respond(beats ? changed(request, { query: withUnknownKey }) : request)
    },
    'key-truncated: a key of the wrong length counts as missing': (request, respond) =>
      respond(keyOf(request)?.length === 63 ? changed(request, { query: withoutKey }) : request),
    'key-truncated: a key with a percent sign counts as missing': (request, respond) =>
      respond(keyOf(request)?.endsWith('%') ? changed(request, { query: withoutKey }) : request),
    'key-truncated: the letter case of a key does not matter': (request, respond) =>
      respond(
        changed(request, {
          query(query) {
            const key = query.get('api_key')
            if (key) query.set('api_key', key.toLowerCase())
          },
        }),
      ),
    'key-of-disconnected-account: by GET a key that was once valid is distinguishable from an unknown one':
      async (request, respond) => {
        const response = await respond(request)
        const key = keyOf(request) ?? ''
        const isGet = pathOf(request) === paths.graphql && request.method === 'GET'
        if (!isGet || response.status !== 401 || !/^[0-9a-f]{64}$/.test(key) || key === unknownKey)
          return response
        const body = (await response.text()).replace(
          '"detail":"',
          '"detail":"This account was disconnected. ',
        )
        return altered(response, { body })
      },
    'me-works-with-a-broken-connection: a broken connection makes /api/v1/me respond 401': async (
      request,
      respond,
    ) => {
      const response = await respond(request)
      const isBroken = response.headers.get('x-service-account-status') === 'invalid_token'
      if (pathOf(request) !== paths.me || !isBroken) return response
      return respond(changed(request, { query: withUnknownKey }))
    },
  }),
]
