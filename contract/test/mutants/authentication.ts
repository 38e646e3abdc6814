import { paths, unknownKey } from '../../src/http/request-spec.ts'
import {
  altered,
  changed,
  instead,
  keyOf,
  type Mutant,
  mutantsOf,
  onResponse,
  pathOf,
  requery,
} from './mutant.ts'

const withUnknownKey = (query: URLSearchParams) => query.set('api_key', unknownKey)
const withoutKey = (query: URLSearchParams) => query.delete('api_key')

/** Takes the key from a header when the query has none. */
function keyFromHeader(path: string, header: string): Mutant['handle'] {
  return instead(
    (request) => pathOf(request) === path && request.headers.has(header) && keyOf(request) === null,
    (request) => {
      const key = String(request.headers.get(header)).replace('Bearer ', '')
      return changed(request, { query: (query) => query.set('api_key', key) })
    },
  )
}

const onEveryInterface = Object.entries(paths).flatMap(([name, path]): Mutant[] => [
  {
    breaks: `${name}-key-missing`,
    defect: `${path} calls a missing key an invalid one`,
    handle: requery(
      (request) =>
        pathOf(request) === path &&
        request.method !== 'OPTIONS' &&
        keyOf(request) === null &&
        !['authorization', 'x-api-key'].some((name) => request.headers.has(name)),
      withUnknownKey,
    ),
  },
  {
    breaks: `${name}-key-unknown`,
    defect: `${path} calls an unknown key a missing one`,
    handle: requery(
      (request) => pathOf(request) === path && keyOf(request) === unknownKey,
      withoutKey,
    ),
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
    'key-header-changes-nothing: an unknown bearer token beats the key in the query': requery(
      (request) => keyOf(request) !== null && request.headers.has('authorization'),
      withUnknownKey,
    ),
    'key-truncated: a key of the wrong length counts as missing': requery(
      (request) => keyOf(request)?.length === 63,
      withoutKey,
    ),
    'key-truncated: a key with a percent sign counts as missing': requery(
      (request) => Boolean(keyOf(request)?.endsWith('%')),
      withoutKey,
    ),
    'key-truncated: the letter case of a key does not matter': requery(
      (request) => Boolean(keyOf(request)),
      (query) => query.set('api_key', String(query.get('api_key')).toLowerCase()),
    ),
    'key-of-disconnected-account: by GET a key that was once valid is distinguishable from an unknown one':
      onResponse(
        (request, { status }) =>
          pathOf(request) === paths.graphql &&
          request.method === 'GET' &&
          status === 401 &&
          /^(?!f00d)[0-9a-f]{64}$/.test(keyOf(request) ?? ''),
        async (response) => {
          const text = await response.text()
          const body = text.replace('"detail":"', '"detail":"This account was disconnected. ')
          return altered(response, { body })
        },
      ),
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
