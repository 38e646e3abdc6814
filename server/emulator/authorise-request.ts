import { permissions } from '../src/platform/platform-tokens.ts'
import type { EmulatedApp } from './emulated-app.ts'

/** What an app asks of an owner. */
export interface AuthoriseRequest {
  app: EmulatedApp
  redirectUri: string
  scopes: string[]
  state: string | null
}

const knownScopes: readonly string[] = Object.values(permissions)

/** Reads the query of the authorise page; a sentence when it cannot be answered by a redirect. */
export function readAuthoriseRequest(
  query: URLSearchParams,
  apps: ReadonlyMap<string, EmulatedApp>,
): AuthoriseRequest | string {
  const app = apps.get(query.get('client_id') ?? '')
  if (!app) return 'There is no app with this client_id: check the id, or register the app.'
  const redirectUri = query.get('redirect_uri') ?? ''
  if (!app.redirectUris.includes(redirectUri)) {
    return `This redirect_uri is not registered for ${app.name}. These are: ${app.redirectUris.join(', ')}`
  }
  if (query.get('response_type') !== 'code') return 'The response_type must be code.'
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter((scope) => scope !== '')
  const unknown = scopes.find((scope) => !knownScopes.includes(scope))
  if (unknown !== undefined || !scopes.includes(permissions.basic)) {
    return `The scope must name ${permissions.basic}, and nothing but ${knownScopes.join(' and ')}.`
  }
  return { app, redirectUri, scopes, state: query.get('state') }
}

/** Where the browser goes back to; the platform ends the address with `#_`. */
export function redirectTo(
  { redirectUri, state }: AuthoriseRequest,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(answer)) url.searchParams.append(name, value)
  if (state !== null) url.searchParams.append('state', state)
  return `${url.href}#_`
}
