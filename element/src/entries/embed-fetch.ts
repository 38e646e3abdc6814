// What `/embed.js` has in the place of openapi-fetch: a GET with a query, which is all that `client/rest.ts` of the SDK sends.

export const serializePrimitiveParam = (name: string, value: string): string =>
  `${name}=${encodeURIComponent(value)}`

interface Request {
  readonly baseUrl: string
  readonly params: { readonly query: object }
  fetch(request: { readonly url: string }): Promise<Response>
}

export default ({ querySerializer }: { querySerializer(query: object): string }) => ({
  async GET(path: string, { baseUrl, params, fetch }: Request) {
    const query = querySerializer(params.query)
    const response = await fetch({ url: baseUrl + path + (query && `?${query}`) })
    await response.text()
  },
})
