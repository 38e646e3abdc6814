// What `/embed.js` has in the place of openapi-fetch: a GET with a query, which is all that `client/rest.ts` of the SDK sends.

export const serializePrimitiveParam = (name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}`

interface ClientOptions {
  readonly baseUrl: string
  readonly Request: new (url: string, init: object) => object
  fetch(request: object): Promise<Response>
  querySerializer(query: object): string
}

export default function createClient({ baseUrl, Request, fetch, querySerializer }: ClientOptions) {
  return {
    async GET(path: string, { params }: { readonly params: { readonly query: object } }) {
      const query = querySerializer(params.query)
      const url = baseUrl + path + (query && `?${query}`)
      const response = await fetch(new Request(url, { method: 'GET', headers: new Headers() }))
      const text = await response.text()
      return { [response.ok ? 'data' : 'error']: text, response }
    },
  }
}
