import { paths, unknownKey } from '../../src/http/request-spec.ts'
import { changed, keyOf, type Mutant, mutantsOf, onText, pathOf, requery } from './mutant.ts'

const withUnknownKey = (query: URLSearchParams) => query.set('api_key', unknownKey)
const withoutKey = (query: URLSearchParams) => query.delete('api_key')
const withKey = (change: (key: string) => string) => (query: URLSearchParams) =>
  query.set('api_key', change(String(query.get('api_key'))))
const isKey = (form: RegExp) => (request: Request) => form.test(keyOf(request) ?? '')

/** Another place than the parameter gives the key. */
export function keyFrom(
  find: (request: Request) => Promise<string | null | undefined> | string | null | undefined,
): Mutant['handle'] {
  return async (request, respond) => {
    const key = keyOf(request) === null ? await find(request) : null
    if (!key) return respond(request)
    return respond(changed(request, { query: (query) => query.set('api_key', key) }))
  }
}

const keyFromHeader = (path: string, header: string) =>
  keyFrom((request) =>
    pathOf(request) === path ? request.headers.get(header)?.replace('Bearer ', '') : null,
  )

const onEveryInterface = Object.entries(paths).flatMap(([name, path]) =>
  mutantsOf({
    [`${name}-key-missing: ${path} calls a missing key an invalid one`]: requery(
      (request) =>
        pathOf(request) === path &&
        request.method !== 'OPTIONS' &&
        keyOf(request) === null &&
        !['authorization', 'x-api-key'].some((name) => request.headers.has(name)),
      withUnknownKey,
    ),
    [`${name}-key-unknown: ${path} calls an unknown key a missing one`]: requery(
      (request) => pathOf(request) === path && keyOf(request) === unknownKey,
      withoutKey,
    ),
    [`key-in-other-places: ${path} accepts the key as a bearer token`]: keyFromHeader(
      path,
      'authorization',
    ),
    [`key-in-other-places: ${path} accepts the key in X-API-Key`]: keyFromHeader(path, 'x-api-key'),
  }),
)

// biome-ignore format: a row for each mutant
const inOtherForms = mutantsOf<Parameters<typeof requery>>({
  'key-header-changes-nothing: an unknown bearer token beats the key in the query': [(request) => keyOf(request) !== null && request.headers.has('authorization'), withUnknownKey],
  'key-truncated: a key of the wrong length counts as missing': [(request) => keyOf(request)?.length === 63, withoutKey],
  'key-truncated: blanks before a key do not matter': [isKey(/^ /), withKey((key) => key.trimStart())],
  'key-truncated: a key with a percent sign counts as missing': [isKey(/%$/), withoutKey],
  'key-truncated: the letter case of a key does not matter': [isKey(/./), withKey((key) => key.toLowerCase())],
}, (row) => requery(...row))

export const authenticationMutants: Mutant[] = [
  ...onEveryInterface,
  ...inOtherForms,
  ...mutantsOf({
    'key-of-disconnected-account: by GET a key that was once valid is distinguishable from an unknown one':
      onText(
        (request, { status }) =>
          pathOf(request) === paths.graphql &&
          request.method === 'GET' &&
          status === 401 &&
          /^(?!f00d)[0-9a-f]{64}$/.test(keyOf(request) ?? ''),
        (text) => text.replace('"detail":"', '"detail":"This account was disconnected. '),
      ),
  }),
]
