import { permissions } from '../src/platform/platform-schema.ts'
import { type ApiError, type GraphErrorFields, graphError } from './errors.ts'

/** What a request is for. */
export type Endpoint = 'code' | 'long-token' | 'refresh' | 'profile' | 'media' | 'file'

/** Something that goes wrong for one user. */
export interface Fault {
  description: string
  /** Its endpoints, unless others are set. */
  on: readonly Endpoint[]
  /** It ends existing tokens; a new one works. */
  endsTokens?: true
  apiError?: ApiError
  /** A response that is not the API's. */
  raw?: { status: number; contentType: string; body(): string }
  delivery?: 'hang' | 'reset' | 'cut' | 'slow'
  /** What the usage headers say; shares of a hundred, and minutes. Null if they are missing. */
  usage?: { app?: number; account?: number; minutes?: number } | null
  /** Changes a correct response. */
  edit?(json: Json): unknown
  /** Deletes the first post of the next page after this page was sent. */
  deletesNext?: true
  /** A permission that the owner revoked. */
  withdraws?: string
  /** Fields that this version does not know, of each kind of object. */
  lacks?: { profile?: readonly string[]; post?: readonly string[]; item?: readonly string[] }
  /** More posts than this do not fit into a page. */
  mostPosts?: number
}

export type Json = Record<string, unknown>

const calls: readonly Endpoint[] = ['code', 'long-token', 'refresh', 'profile', 'media']
const graph: readonly Endpoint[] = ['long-token', 'refresh', 'profile', 'media']
const listing: readonly Endpoint[] = ['media']

function token(description: string, subcode: number | null, message: string): Fault {
  const apiError = graphError({ code: 190, ...(subcode !== null && { subcode }), message })
  return { description, on: graph, endsTokens: true, apiError }
}

function error(description: string, details: GraphErrorFields, usage?: Fault['usage']): Fault {
  return { description, on: graph, apiError: graphError(details), ...(usage && { usage }) }
}

function raw(description: string, status: number, contentType: string, body: () => string): Fault {
  return { description, on: calls, raw: { status, contentType, body } }
}

function edited(description: string, edit: (json: Json) => unknown): Fault {
  return { description, on: listing, edit }
}

/** Changes the posts of a page. */
function editedPosts(description: string, edit: (post: Json) => Json): Fault {
  return edited(description, (page) => ({ ...page, data: (page.data as Json[]).map(edit) }))
}

const validating = 'Error validating access token:'
const html = '<!doctype html><title>Sorry</title><h1>Something went wrong</h1>'
const json = 'application/json'
const megabytes = 1024 * 1024

/** Every way in which the emulated platform can fail, by name. */
export const faults = {
  'token-revoked': token('The token is no longer valid', null, `${validating} It was revoked`),
  'app-removed': token('The owner removed the app', 458, `${validating} The app was removed`),
  checkpoint: token('The owner has to log in and confirm', 459, `${validating} Checkpoint`),
  'password-changed': token(
    'The owner changed the password',
    460,
    `${validating} The session has been invalidated because the user changed their password or the session was changed for security reasons.`,
  ),
  'token-expired': token('The token has expired', 463, `${validating} Session has expired`),
  unconfirmed: token('The owner’s account is not confirmed', 464, `${validating} Not confirmed`),
  'token-invalid': token('The token was invalidated', 467, `${validating} Invalid`),
  'session-ended': {
    ...error('The session has ended', { code: 102, message: 'Session key invalid' }),
    endsTokens: true,
  },
  'no-permission': error('A permission is missing', {
    code: 10,
    message: '(#10) Application does not have permission for this action',
  }),
  'permission-denied': error('A permission was denied', {
    status: 403,
    code: 200,
    message: '(#200) Requires instagram_business_basic permission',
  }),
  'comments-withdrawn': {
    description: 'The owner revoked the permission for comments',
    on: listing,
    withdraws: permissions.comments,
  },
  'app-blocked': error('The app is blocked', {
    status: 400,
    code: 200,
    message: 'API access blocked.',
  }),
  gone: error('The object is gone', {
    code: 100,
    subcode: 33,
    type: 'IGApiException',
    message: 'Unsupported get request. Object does not exist',
  }),
  'turned-personal': {
    description: 'The owner made the account personal',
    on: ['profile', 'media'],
    apiError: graphError({
      code: 100,
      subcode: 33,
      type: 'IGApiException',
      message:
        'Unsupported get request. Object with ID does not exist, cannot be loaded due to missing permissions, or does not support this operation',
    }),
  },
  'posts-reject-token': {
    description: 'The token is accepted for the profile only',
    on: listing,
    apiError: graphError({ code: 190, message: `${validating} It is not valid for this` }),
  },
  'renewal-gone': {
    description: 'The token works, but cannot be renewed',
    on: ['refresh'],
    apiError: graphError({
      code: 100,
      type: 'IGApiException',
      message: 'Unsupported request - method type: get',
    }),
  },
  'app-throttled': error(
    'The app has reached its limit',
    { status: 403, code: 4, isTransient: true, message: '(#4) Application request limit reached' },
    { app: 100, minutes: 9 },
  ),
  'user-throttled': error('The user has reached a limit', {
    status: 403,
    code: 17,
    message: '(#17) User request limit reached',
  }),
  'page-throttled': error('A page has reached a limit', {
    status: 403,
    code: 32,
    message: '(#32) Page request limit reached',
  }),
  'call-throttled': error('The calls come too fast', {
    status: 403,
    code: 613,
    message: '(#613) Calls to this api have exceeded the rate limit.',
  }),
  'account-throttled': error(
    'The account has reached its limit',
    { status: 403, code: 80002, message: '(#80002) There have been too many calls' },
    { account: 100, minutes: 17 },
  ),
  'no-limit-headers': {
    description: 'Responses do not say how much of the limits is used',
    on: graph,
    usage: null,
  },
  'near-app-limit': {
    description: '95 % of the app’s requests are used',
    on: graph,
    usage: { app: 95 },
  },
  'near-account-limit': {
    description: '95 % of the account’s requests are used',
    on: graph,
    usage: { account: 95 },
  },
  'unknown-trouble': error('Unknown trouble', {
    status: 500,
    code: 1,
    message: 'An unknown error occurred',
  }),
  'temporary-trouble': error('Temporary trouble', {
    status: 500,
    code: 2,
    isTransient: true,
    message: 'An unexpected error has occurred. Please retry your request later.',
  }),
  transient: error('Trouble that the platform calls transient', {
    code: 3601,
    isTransient: true,
    message: 'Please try again',
  }),
  'unknown-path': error('The path is not understood', {
    code: 2500,
    type: 'IGApiException',
    message: 'Unknown path components: /media',
  }),
  'unknown-error': error('An error with an unknown code', { code: 9004, message: 'Only today' }),
  'server-error': raw('500 with no body', 500, 'text/plain', () => ''),
  html: raw('A gateway’s page and 502', 502, 'text/html', () => html),
  'html-200': raw('A page of HTML and 200', 200, 'text/html; charset=utf-8', () => html),
  'too-many-requests': raw('429 with no body', 429, 'text/plain', () => ''),
  hang: { description: 'No response arrives', on: calls, delivery: 'hang' },
  reset: { description: 'The connection is reset', on: calls, delivery: 'reset' },
  cut: { description: 'The connection ends in the body', on: calls, delivery: 'cut' },
  slow: { description: 'Every response takes three seconds', on: calls, delivery: 'slow' },
  'not-json': raw('Text instead of JSON', 200, json, () => 'all good'),
  'broken-json': raw('JSON that stops in the middle', 200, json, () => '{"data": [{"id": "18'),
  'empty-body': raw('200 with no body', 200, json, () => ''),
  'huge-body': raw('A response of 9 MB', 200, json, () => `"${'x'.repeat(9 * megabytes)}"`),
  'other-shape': raw('JSON of another shape', 200, json, () => '{"data": "soon", "id": 7}'),
  'malformed-post': edited('The first post of each page has no time', (page) =>
    withFirst(page, { timestamp: 'yesterday' }),
  ),
  'nameless-post': edited('The first post of each page has no id', (page) =>
    withFirst(page, { id: null }),
  ),
  'cursor-loop': edited('Every page leads to the second', ({ data }) => ({
    data,
    paging: { cursors: { after: 'again' }, next: 'https://graph.example/' },
  })),
  'next-without-cursor': edited('A next page without a cursor', ({ data }) => ({
    data,
    paging: { next: 'https://graph.example/' },
  })),
  'vanishing-post': {
    description: 'A post is deleted between two pages',
    on: listing,
    deletesNext: true,
  },
  'empty-comments': editedPosts('Posts have comments, but none is listed', (post) =>
    'comments' in post ? { ...post, comments: { data: [] } } : post,
  ),
  'heavy-posts': {
    description: 'Three posts are too much data for a page',
    on: listing,
    mostPosts: 2,
  },
  'too-heavy-posts': {
    description: 'Even one post is too much data for a page',
    on: listing,
    mostPosts: 0,
  },
  'unknown-post-fields': {
    description: 'The version does not know some fields of posts',
    on: listing,
    lacks: { post: ['alt_text', 'like_count'], item: ['permalink', 'timestamp'] },
  },
  'unknown-profile-fields': {
    description: 'The version does not know some fields of profiles',
    on: ['profile'],
    lacks: { profile: ['biography', 'website'] },
  },
  'other-media-host': editedPosts('Media are on a host that is not expected', (post) => ({
    ...post,
    ...(typeof post.media_url === 'string' && {
      media_url: post.media_url.replace(/^https?:\/\/[^/]+/, 'https://media.example.net'),
    }),
  })),
  'expired-media': {
    description: 'Every media URL has expired',
    on: ['file'],
    raw: { status: 403, contentType: 'text/plain', body: () => 'URL signature expired' },
  },
} as const satisfies Record<string, Fault>

export type EmulatedFaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as EmulatedFaultName[]

function withFirst(page: Json, change: Json): Json {
  const [first, ...others] = page.data as Json[]
  return first ? { ...page, data: [{ ...first, ...change }, ...others] } : page
}
