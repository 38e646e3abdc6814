/**
 * What sections 2 to 9 of the specification require, sentence by sentence, and the rules that check each. An id that
 * ends with * means all rules that begin so.
 */
export type Requirement = { section: string; says: string } & (
  | { rules: readonly string[] }
  | {
      /** Why read-only requests cannot decide it. */
      undecidable: string
    }
)

/** The fields of a section are one table there, and one requirement here. */
export const requirements: readonly Requirement[] = [
  { section: '2.1', says: 'The account has these fields and types.', rules: ['account-*'] },
  { section: '2.1', says: 'The username has no leading @.', rules: ['username-without-at'] },
  {
    section: '2.1',
    says: 'lastFetchAt is the value of X-Last-Fetched-At.',
    rules: ['me-last-fetched-agrees'],
  },
  {
    section: '2.1',
    says: 'mediaCount counts all posts on the platform.',
    undecidable: 'The platform would have to be requested.',
  },
  {
    section: '2.2',
    says: 'A post has these fields and types, whichever query selects it; reels are VIDEO.',
    rules: ['post-*'],
  },
  {
    section: '2.2',
    says: "id is the platform's id, permalink the platform's URL.",
    undecidable: 'The platform would have to be requested.',
  },
  {
    section: '2.2',
    says: 'mediaUrl of a CAROUSEL_ALBUM is the first item.',
    rules: ['carousel-media-url'],
  },
  {
    section: '2.2',
    says: 'mediaUrl of a VIDEO is usually .mp4, or .jpg.',
    rules: ['video-media-url'],
  },
  {
    section: '2.2',
    says: 'thumbnailUrl is a .jpg poster for VIDEO and null for other types.',
    rules: ['thumbnail-of-video-only', 'thumbnail-is-jpg'],
  },
  {
    section: '2.2',
    says: 'timestamp is ISO 8601 in UTC, with a colon in the offset.',
    rules: ['post-timestamp'],
  },
  {
    section: '2.2',
    says: 'sizes is on Premium only, and omitted where media is not stored.',
    rules: ['free-has-no-sizes', 'premium-has-sizes', 'sizes-of-stored-media'],
  },
  {
    section: '2.2',
    says: 'children is there only with include[]=children, and empty unless the post is a carousel.',
    rules: ['children-only-on-request', 'children-on-request', 'children-of-carousels-only'],
  },
  {
    section: '2.2',
    says: 'comments is there only with include[]=comments, and empty when there are none.',
    rules: ['comments-only-on-request', 'comments-on-request'],
  },
  {
    section: '2.3',
    says: 'A child has the fields of a post; caption, altText and the counts are null; its type is IMAGE or VIDEO.',
    rules: ['child-*'],
  },
  {
    section: '2.3',
    says: 'IMAGE children have null for thumbnailUrl.',
    rules: ['child-thumbnail-of-video-only'],
  },
  {
    section: '2.3',
    says: 'Media of children is always on the media host.',
    rules: ['child-media-is-stored'],
  },
  {
    section: '2.3',
    says: 'On Premium every child has sizes, null only for a VIDEO without thumbnail; on Free none has.',
    rules: ['premium-child-has-sizes', 'free-has-no-sizes'],
  },
  {
    section: '2.3',
    says: 'A child has no children and no comments.',
    rules: ['child-has-no-children'],
  },
  { section: '2.4', says: 'The pagination has four fields.', rules: ['pagination-*'] },
  {
    section: '2.4',
    says: 'nextCursor is null on the last page, and always on Free.',
    rules: ['cursor-on-last-page', 'free-next-cursor'],
  },
  {
    section: '2.4',
    says: 'prevCursor is null on the first page, and always on Free.',
    rules: ['first-page-has-no-previous', 'first-page-however-reached', 'free-prev-cursor'],
  },
  {
    section: '2.4',
    says: 'hasMore is true exactly when nextCursor is not null.',
    rules: ['has-more-agrees'],
  },
  {
    section: '2.4',
    says: 'hasMore is always false on Free.',
    rules: ['has-more-agrees', 'free-next-cursor'],
  },
  {
    section: '2.4',
    says: 'perPage is page[size] capped at the limit.',
    rules: ['per-page-is-capped'],
  },
  { section: '2.4', says: 'There is no total count and no page number.', rules: ['no-totals'] },
  { section: '2.4', says: 'Cursors are URL-safe.', rules: ['cursors-are-url-safe'] },
  {
    section: '2.5',
    says: 'sizes has four widths.',
    rules: ['sizes-320', 'sizes-768', 'sizes-960', 'sizes-1200'],
  },
  {
    section: '2.5',
    says: 'Each is the image resized to that width.',
    rules: ['sizes-have-their-width'],
  },
  {
    section: '2.5',
    says: 'For VIDEO they are copies of the thumbnail.',
    rules: ['sizes-of-video-are-pictures'],
  },
  {
    section: '2.5',
    says: 'They are jpg, or what format says.',
    rules: ['format-is-jpg-by-default', 'format-webp'],
  },
  {
    section: '2.6',
    says: 'A comment has these fields, as the platform gave them.',
    rules: ['comment-*'],
  },
  {
    section: '2.6',
    says: "The commenter's username is not included.",
    rules: ['comment-without-name'],
  },
  {
    section: '3.1',
    says: 'The status is one of four, in body and header.',
    rules: ['account-status', 'me-status-header', 'me-status-agrees'],
  },
  {
    section: '3.1',
    says: 'A broken connection does not change the HTTP status.',
    rules: ['broken-connection-is-served'],
  },
  {
    section: '3.1',
    says: 'X-Service-Feed-Stale is there only while the connection is broken, with an explanation.',
    rules: ['stale-when-broken', 'stale-only-when-broken'],
  },
  {
    section: '3.1',
    says: 'Tokens last 60 days, are refreshed by themselves, and the owner gets a mail when a connection breaks.',
    undecidable: 'It happens behind the API.',
  },
  {
    section: '3.2',
    says: 'A replaced key, and that of a disconnected account, stops working.',
    rules: ['key-of-disconnected-account'],
  },
  {
    section: '3.2',
    says: 'Keys are made, replaced and kept as the triggers say, at once.',
    undecidable: 'The checker does not press buttons of the dashboard.',
  },
  {
    section: '4',
    says: 'There is no /api/v1/posts, and other paths under /api are 404.',
    rules: ['no-posts-endpoint', 'unknown-paths'],
  },
  {
    section: '4',
    says: 'Methods other than GET on a REST endpoint are 405.',
    rules: ['me-methods', 'accounts-methods', 'rss-methods', 'head-is-no-get'],
  },
  {
    section: '4',
    says: 'accounts is a JSON:API resource with the status of me.',
    rules: ['accounts-is-json-api', 'accounts-status'],
  },
  {
    section: '4',
    says: 'rss is an RSS 2.0 feed of the latest posts.',
    rules: [
      'rss-is-rss-2',
      'rss-channel',
      'rss-items',
      'rss-dates',
      'rss-dates-agree',
      'rss-has-latest-posts',
    ],
  },
  {
    section: '4',
    says: 'graphql responses GET and POST.',
    rules: ['graphql-by-get', 'graphql-fields'],
  },
  {
    section: '4.1',
    says: 'page[size] sets the number of posts, within 1 to 100 and the plan.',
    rules: [
      'page-size-premium',
      'page-size-free',
      'page-size-minimum',
      'page-size-maximum',
      'page-size-integer',
      'page-size-maximum-on-free',
      'per-page-is-capped',
    ],
  },
  {
    section: '4.1',
    says: 'page[cursor] leads on; cursor is its alias; on Free it is ignored.',
    rules: ['cursor-walks-once', 'cursor-alias', 'cursor-ignored-on-free'],
  },
  {
    section: '4.1',
    says: 'An unrecognized cursor gives the first page.',
    rules: ['cursor-unknown'],
  },
  {
    section: '4.1',
    says: 'filter[type] selects, in any letter case; REELS is VIDEO.',
    rules: [
      'filter-type-selects',
      'filter-type-keeps-all',
      'filter-type-any-case',
      'filter-type-on-every-page',
      'filters-combine',
      'reels-are-videos',
    ],
  },
  {
    section: '4.1',
    says: 'filter[publishedAfter] is inclusive; a plain date is 00:00 UTC.',
    rules: ['published-after-inclusive', 'published-after-plain-date'],
  },
  {
    section: '4.1',
    says: 'filter[publishedBefore] is inclusive; a plain date is the whole day.',
    rules: ['published-before-inclusive', 'published-before-plain-date'],
  },
  {
    section: '4.1',
    says: 'sort has six values, newest first by default.',
    rules: [
      'sort-default',
      'sort-spellings',
      'newest-first',
      'oldest-first',
      'oldest-first-keeps-all',
      'sort-by-stored-order',
      'sort-published-at-reversed',
      'sort-id-reversed',
      'sort-unknown',
    ],
  },
  {
    section: '4.1',
    says: "id is the order in which the service stored the posts, not the platform's id.",
    undecidable:
      'No response shows when a post was stored; the check is that -id is the reverse of id.',
  },
  {
    section: '4.1',
    says: 'include[] adds children and comments; plain include is rejected.',
    rules: ['include-separately', 'include-is-array', 'include-unknown'],
  },
  {
    section: '4.1',
    says: 'format is jpg or webp in lower case, without effect on Free.',
    rules: [
      'format-webp',
      'format-is-jpg-by-default',
      'format-lower-case',
      'format-without-effect-on-free',
    ],
  },
  {
    section: '4.1',
    says: 'On Free filters and sorting apply within the six.',
    rules: [
      'free-filters-within-six',
      'free-sorts-within-six',
      'free-reads-six',
      'free-orderings-reversed',
    ],
  },
  {
    section: '4.1',
    says: 'page[size] may change between pages.',
    rules: ['cursor-with-other-size', 'page-sizes-tile'],
  },
  { section: '4.1', says: 'Cursors work in every ordering.', rules: ['cursor-in-every-ordering'] },
  {
    section: '4.1',
    says: 'Only the last page may hold fewer posts than perPage.',
    rules: ['page-is-full'],
  },
  {
    section: '4.1',
    says: 'A plus sign of an offset is sent as %2B, else it fails validation.',
    rules: ['offset-with-raw-plus', 'dates-with-offset'],
  },
  {
    section: '4.1',
    says: 'Going back gives a page that again has a nextCursor.',
    rules: ['cursor-walks-back', 'cursor-back-has-next', 'cursor-there-and-back'],
  },
  { section: '4.1', says: 'me is application/json.', rules: ['me-content-type'] },
  {
    section: '4.1',
    says: 'X-Last-Fetched-At is a time or the word Never.',
    rules: ['me-last-fetched-header', 'me-last-fetched-agrees'],
  },
  {
    section: '4.1',
    says: 'Cache-Control is max-age=3600, public in production.',
    rules: ['cache-seconds'],
  },
  {
    section: '4.1',
    says: 'CORS headers for any origin are sent by REST, RSS and GraphQL.',
    rules: ['me-cors', 'accounts-cors', 'rss-cors', 'graphql-cors'],
  },
  {
    section: '4.2',
    says: 'A query is JSON with query and variables.',
    rules: ['graphql-variables', 'graphql-fields'],
  },
  {
    section: '4.2',
    says: 'The pagination of GraphQL is that of REST.',
    rules: ['graphql-has-more-agrees', 'graphql-has-no-cursors-on-free'],
  },
  {
    section: '4.2',
    says: 'first is reduced, not rejected; its default is the limit.',
    rules: ['graphql-first', 'graphql-first-is-reduced-*', 'graphql-equals-rest-*'],
  },
  {
    section: '4.2',
    says: 'cursor is for Premium; page is ignored; type and format are arguments.',
    rules: [
      'graphql-cursor',
      'graphql-page-is-ignored',
      'graphql-type',
      'graphql-type-invalid',
      'graphql-format-invalid',
    ],
  },
  {
    section: '4.2',
    says: 'post gives a post by id, or null without an error.',
    rules: ['graphql-post', 'graphql-post-equals-rest', 'graphql-post-not-seen'],
  },
  {
    section: '5.1',
    says: 'Every request needs api_key.',
    rules: ['me-key-missing', 'accounts-key-missing', 'rss-key-missing', 'graphql-key-missing'],
  },
  {
    section: '5.2',
    says: 'The key is read from the query alone.',
    rules: [
      'me-key-in-*',
      'accounts-key-in-*',
      'rss-key-in-*',
      'graphql-key-in-*',
      'key-header-changes-nothing',
    ],
  },
  {
    section: '5.3',
    says: 'A key has 64 characters, digits and a to f.',
    rules: ['key-truncated', 'key-upper-case'],
  },
  { section: '5.4', says: 'A key does not expire.', undecidable: 'It would take forever.' },
  {
    section: '5.6',
    says: 'An unknown key is 401 INVALID_API_KEY, with one body for all.',
    rules: [
      'me-key-unknown',
      'accounts-key-unknown',
      'rss-key-unknown',
      'graphql-key-unknown',
      'key-of-disconnected-account',
    ],
  },
  {
    section: '5.7',
    says: 'On GraphQL the key is checked first, and a failure is as in REST.',
    rules: ['graphql-key-before-query', 'graphql-key-errors-as-rest'],
  },
  {
    section: '5.8',
    says: 'The key of an account with a broken connection still reads.',
    rules: ['broken-connection-is-served'],
  },
  {
    section: '7.1',
    says: 'Errors are application/vnd.api+json whatever Accept says.',
    rules: ['error-media-type', 'error-media-type-for-any-accept'],
  },
  {
    section: '7.1',
    says: 'Successful REST responses are application/json.',
    rules: ['me-content-type', 'accounts-content-type'],
  },
  {
    section: '7.1',
    says: 'The body is a list of entries with status, code, title and detail.',
    rules: ['error-document', 'error-entry-*', 'error-status-agrees'],
  },
  {
    section: '7.1',
    says: 'source.parameter is on VALIDATION_ERROR only, as sent.',
    rules: [
      'error-source-on-validation-only',
      'page-size-integer',
      'include-is-array',
      'include-unknown',
    ],
  },
  {
    section: '7.1',
    says: 'A 422 has an entry for each problem, others have one.',
    rules: ['one-entry-per-problem', 'every-invalid-parameter-has-an-entry', 'error-one-entry'],
  },
  { section: '7.1', says: 'Errors are never cached.', rules: ['error-not-cached'] },
  {
    section: '7.2',
    says: 'The six codes have their status, title and detail.',
    rules: [
      'me-key-missing',
      'me-key-unknown',
      'unknown-paths',
      'me-methods',
      'page-size-integer',
      'internal-server-error',
      'error-title',
      'error-detail',
    ],
  },
  { section: '7.2', says: 'There is no 429.', rules: ['no-429'] },
  {
    section: '7.3',
    says: '404, then 405, then the key, then the parameters.',
    rules: [
      'path-before-method',
      'path-before-key',
      'path-before-parameters',
      'method-before-key',
      'method-before-parameters',
      'key-before-parameters',
    ],
  },
  {
    section: '7.4',
    says: 'Problems of a query are HTTP 200 with errors that have a message.',
    rules: ['graphql-status', 'graphql-error-entries', 'graphql-unsupported-column'],
  },
  {
    section: '7.4',
    says: 'An invalid type or format is under extensions.validation, and data.me is null.',
    rules: ['graphql-type-invalid', 'graphql-format-invalid'],
  },
  {
    section: '7.4',
    says: 'Errors caught before the query runs have no data key.',
    rules: ['graphql-syntax-error', 'graphql-unknown-field'],
  },
  {
    section: '7.5',
    says: 'Each invalid parameter has its message.',
    rules: [
      'page-size-integer',
      'page-size-minimum',
      'page-size-maximum',
      'filter-type-unknown',
      'published-after-date',
      'published-before-date',
      'sort-unknown',
      'include-is-array',
      'include-unknown',
      'format-unknown',
      'error-detail',
    ],
  },
  {
    section: '7.6',
    says: 'Clients do not retry 4xx, and do retry 5xx.',
    undecidable: 'It binds clients, not the service.',
  },
  { section: '8', says: 'There are no rate limits.', rules: ['no-429', 'no-rate-limit-headers'] },
  {
    section: '8',
    says: 'Posts are refreshed daily or hourly, the profile at most daily.',
    undecidable: 'It takes longer than a check.',
  },
  {
    section: '9',
    says: 'The GraphQL argument page is ignored.',
    rules: ['graphql-page-is-ignored'],
  },
]

/** Returns the requirement's rules among `ids`. @throws {Error} if a name matches no rule. */
export function rulesOf(requirement: Requirement, ids: readonly string[]): string[] {
  if ('undecidable' in requirement) return []
  return requirement.rules.flatMap((name) => {
    const found = ids.filter((id) =>
      name.endsWith('*') ? id.startsWith(name.slice(0, -1)) : id === name,
    )
    if (found.length === 0)
      throw new Error(`No rule is called ${name}, which should decide: ${requirement.says}`)
    return found
  })
}
