/** A preflight of happy-dom, which loses these headers. The service responds to other OPTIONS requests with 405. */
export function isBarePreflight({ method, headers }: Request): boolean {
  return method === 'OPTIONS' && !headers.has('access-control-request-method')
}

/** Allows everything, of which happy-dom needs all. */
export function barePreflight(): Response {
  const anything = ['Origin', 'Methods', 'Headers'].map((name) => [
    `Access-Control-Allow-${name}`,
    '*',
  ])
  return new Response(null, { status: 204, headers: Object.fromEntries(anything) })
}
