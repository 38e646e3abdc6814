/** A sentence of sections 2 to 9 of the specification. */
export type Requirement = { section: string; says: string } & (
  | {
      /** The rules that check it. An id that ends with * means all rules that begin so. */
      rules: readonly string[]
    }
  | {
      /** Why read-only requests cannot decide it. */
      undecidable: string
    }
)

/** What the specification requires. The fields of a section are one table there, and one requirement here. */
export const requirements: readonly Requirement[] = [
  ...inSection('2.1', [
    decidedBy('The account has these fields and types.', 'account-*'),
    decidedBy('The username has no leading @.', 'username-without-at'),
    decidedBy('lastFetchAt is the value of X-Last-Fetched-At.', 'me-last-fetched-agrees'),
    undecidable(
      'mediaCount counts all posts on the platform.',
      'The platform would have to be requested.',
    ),
  ]),
  ...inSection('2.2', [
    decidedBy(
      'A post has these fields and types, whichever query selects it; reels are VIDEO.',
      'post-*',
    ),
    undecidable(
      "id is the platform's id, permalink the platform's URL.",
      'The platform would have to be requested.',
    ),
    decidedBy('mediaUrl of a CAROUSEL_ALBUM is the first item.', 'carousel-media-url'),
    decidedBy('mediaUrl of a VIDEO is usually .mp4, or .jpg.', 'video-media-url'),
    decidedBy(
      'thumbnailUrl is a .jpg poster for VIDEO and null for other types.',
      'thumbnail-of-video-only',
      'thumbnail-is-jpg',
    ),
    decidedBy('timestamp is ISO 8601 in UTC, with a colon in the offset.', 'post-timestamp'),
    decidedBy(
      'sizes is on Premium only, and omitted where media is not stored.',
      'free-has-no-sizes',
      'premium-has-sizes',
      'sizes-of-stored-media',
    ),
    decidedBy(
      'children is there only with include[]=children, and empty unless the post is a carousel.',
      'children-only-on-request',
      'children-on-request',
      'children-of-carousels-only',
    ),
    decidedBy(
      'comments is there only with include[]=comments, and empty when there are none.',
      'comments-only-on-request',
      'comments-on-request',
    ),
  ]),
  ...inSection('2.3', [
    decidedBy(
      'A child has the fields of a post; caption, altText and the counts are null; its type is IMAGE or VIDEO.',
      'child-*',
    ),
    decidedBy('IMAGE children have null for thumbnailUrl.', 'child-thumbnail-of-video-only'),
    decidedBy('Media of children is always on the media host.', 'child-media-is-stored'),
    decidedBy(
      'On Premium every child has sizes, null only for a VIDEO without thumbnail; on Free none has.',
      'premium-child-has-sizes',
      'free-has-no-sizes',
    ),
    decidedBy('A child has no children and no comments.', 'child-has-no-children'),
  ]),
  ...inSection('2.4', [
    decidedBy('The pagination has four fields.', 'pagination-*'),
    decidedBy(
      'nextCursor is null on the last page, and always on Free.',
      'cursor-on-last-page',
      'free-next-cursor',
    ),
    decidedBy(
      'prevCursor is null on the first page, and always on Free.',
      'first-page-has-no-previous',
      'first-page-however-reached',
      'free-prev-cursor',
    ),
    decidedBy('hasMore is true exactly when nextCursor is not null.', 'has-more-agrees'),
    decidedBy('hasMore is always false on Free.', 'has-more-agrees', 'free-next-cursor'),
    decidedBy('perPage is page[size] capped at the limit.', 'per-page-is-capped'),
    decidedBy('There is no total count and no page number.', 'no-totals'),
    decidedBy('Cursors are URL-safe.', 'cursors-are-url-safe'),
  ]),
  ...inSection('2.5', [
    decidedBy('sizes has four widths.', 'sizes-320', 'sizes-768', 'sizes-960', 'sizes-1200'),
    decidedBy('Each is the image resized to that width.', 'sizes-have-their-width'),
    decidedBy('For VIDEO they are copies of the thumbnail.', 'sizes-of-video-are-pictures'),
    decidedBy('They are jpg, or what format says.', 'format-is-jpg-by-default', 'format-webp'),
  ]),
  ...inSection('2.6', [
    decidedBy('A comment has these fields, as the platform gave them.', 'comment-*'),
    decidedBy("The commenter's username is not included.", 'comment-without-name'),
  ]),
  ...inSection('3.1', [
    decidedBy(
      'The status is one of four, in body and header.',
      'account-status',
      'me-status-header',
      'me-status-agrees',
    ),
    decidedBy(
      'A broken connection does not change the HTTP status.',
      'broken-connection-is-served',
    ),
    decidedBy(
      'X-Service-Feed-Stale is there only while the connection is broken, with an explanation.',
      'stale-when-broken',
      'stale-only-when-broken',
    ),
    undecidable(
      'Tokens last 60 days, are refreshed by themselves, and the owner gets a mail when a connection breaks.',
      'It happens behind the API.',
    ),
  ]),
  ...inSection('3.2', [
    decidedBy(
      'A replaced key, and that of a disconnected account, stops working.',
      'key-of-disconnected-account',
    ),
    undecidable(
      'Keys are issued, replaced and preserved as the triggers say, immediately.',
      'The checker does not press buttons of the dashboard.',
    ),
  ]),
  ...inSection('4', [
    decidedBy(
      'There is no /api/v1/posts, and other paths under /api are 404.',
      'no-posts-endpoint',
      'unknown-paths',
    ),
    decidedBy(
      'Methods other than GET on a REST endpoint are 405.',
      'me-methods',
      'accounts-methods',
      'rss-methods',
      'head-is-no-get',
    ),
    decidedBy(
      'accounts is a JSON:API resource with the status of me.',
      'accounts-is-json-api',
      'accounts-status',
    ),
    decidedBy(
      'rss is an RSS 2.0 feed of the latest posts.',
      'rss-is-rss-2',
      'rss-channel',
      'rss-items',
      'rss-dates',
      'rss-dates-agree',
      'rss-has-latest-posts',
    ),
    decidedBy('graphql responses GET and POST.', 'graphql-by-get', 'graphql-fields'),
  ]),
  ...inSection('4.1', [
    decidedBy(
      'page[size] sets the number of posts, within 1 to 100 and the plan.',
      'page-size-premium',
      'page-size-free',
      'page-size-minimum',
      'page-size-maximum',
      'page-size-integer',
      'page-size-maximum-on-free',
      'per-page-is-capped',
    ),
    decidedBy(
      'page[cursor] leads on; cursor is its alias; on Free it is ignored.',
      'cursor-walks-once',
      'cursor-alias',
      'cursor-ignored-on-free',
    ),
    decidedBy('An unrecognized cursor gives the first page.', 'cursor-unknown'),
    decidedBy(
      'filter[type] selects, in any letter case; REELS is VIDEO.',
      'filter-type-selects',
      'filter-type-keeps-all',
      'filter-type-any-case',
      'filter-type-on-every-page',
      'filters-combine',
      'reels-are-videos',
    ),
    decidedBy(
      'filter[publishedAfter] is inclusive; a plain date is 00:00 UTC.',
      'published-after-inclusive',
      'published-after-plain-date',
    ),
    decidedBy(
      'filter[publishedBefore] is inclusive; a plain date is the whole day.',
      'published-before-inclusive',
      'published-before-plain-date',
    ),
    decidedBy(
      'sort has six values, newest first by default.',
      'sort-default',
      'sort-spellings',
      'newest-first',
      'oldest-first',
      'oldest-first-keeps-all',
      'sort-by-stored-order',
      'sort-published-at-reversed',
      'sort-id-reversed',
      'sort-unknown',
    ),
    undecidable(
      "id is the order in which the service stored the posts, not the platform's id.",
      'No response shows when a post was stored; the check is that -id is the reverse of id.',
    ),
    decidedBy(
      'include[] adds children and comments; plain include is rejected.',
      'include-separately',
      'include-is-array',
      'include-unknown',
    ),
    decidedBy(
      'format is jpg or webp in lower case, without effect on Free.',
      'format-webp',
      'format-is-jpg-by-default',
      'format-lower-case',
      'format-without-effect-on-free',
    ),
    decidedBy(
      'On Free filters and sorting apply within the six.',
      'free-filters-within-six',
      'free-sorts-within-six',
      'free-reads-six',
      'free-orderings-reversed',
    ),
    decidedBy('page[size] may change between pages.', 'cursor-with-other-size', 'page-sizes-tile'),
    decidedBy('Cursors work in every ordering.', 'cursor-in-every-ordering'),
    decidedBy('Only the last page may hold fewer posts than perPage.', 'page-is-full'),
    decidedBy(
      'A plus sign of an offset is sent as %2B, else it fails validation.',
      'offset-with-raw-plus',
      'dates-with-offset',
    ),
    decidedBy(
      'Going back gives a page that again has a nextCursor.',
      'cursor-walks-back',
      'cursor-back-has-next',
      'cursor-there-and-back',
    ),
    decidedBy('me is application/json.', 'me-content-type'),
    decidedBy(
      'X-Last-Fetched-At is a time or the word Never.',
      'me-last-fetched-header',
      'me-last-fetched-agrees',
    ),
    decidedBy('Cache-Control is max-age=3600, public in production.', 'cache-seconds'),
    decidedBy(
      'CORS headers for any origin are sent by REST, RSS and GraphQL.',
      'me-cors',
      'accounts-cors',
      'rss-cors',
      'graphql-cors',
    ),
  ]),
  ...inSection('4.2', [
    decidedBy('A query is JSON with query and variables.', 'graphql-variables', 'graphql-fields'),
    decidedBy(
      'The pagination of GraphQL is that of REST.',
      'graphql-has-more-agrees',
      'graphql-has-no-cursors-on-free',
    ),
    decidedBy(
      'first is reduced, not rejected; its default is the limit.',
      'graphql-first',
      'graphql-first-is-reduced-*',
      'graphql-equals-rest-*',
    ),
    decidedBy(
      'cursor is for Premium; page is ignored; type and format are arguments.',
      'graphql-cursor',
      'graphql-page-is-ignored',
      'graphql-type',
      'graphql-type-invalid',
      'graphql-format-invalid',
    ),
    decidedBy(
      'post gives a post by id, or null without an error.',
      'graphql-post',
      'graphql-post-equals-rest',
      'graphql-post-not-seen',
    ),
  ]),
  ...inSection('5.1', [
    decidedBy(
      'Every request needs api_key.',
      'me-key-missing',
      'accounts-key-missing',
      'rss-key-missing',
      'graphql-key-missing',
    ),
  ]),
  ...inSection('5.2', [
    decidedBy(
      'The key is read from the query alone.',
      'me-key-in-*',
      'accounts-key-in-*',
      'rss-key-in-*',
      'graphql-key-in-*',
      'key-header-changes-nothing',
    ),
  ]),
  ...inSection('5.3', [
    decidedBy('A key has 64 characters, digits and a to f.', 'key-truncated', 'key-upper-case'),
  ]),
  ...inSection('5.4', [undecidable('A key does not expire.', 'It would take forever.')]),
  ...inSection('5.6', [
    decidedBy(
      'An unknown key is 401 INVALID_API_KEY, with one body for all.',
      'me-key-unknown',
      'accounts-key-unknown',
      'rss-key-unknown',
      'graphql-key-unknown',
      'key-of-disconnected-account',
    ),
  ]),
  ...inSection('5.7', [
    decidedBy(
      'On GraphQL the key is checked first, and a failure is as in REST.',
      'graphql-key-before-query',
      'graphql-key-errors-as-rest',
    ),
  ]),
  ...inSection('5.8', [
    decidedBy(
      'The key of an account with a broken connection still reads.',
      'broken-connection-is-served',
    ),
  ]),
  ...inSection('7.1', [
    decidedBy(
      'Errors are application/vnd.api+json whatever Accept says.',
      'error-media-type',
      'error-media-type-for-any-accept',
    ),
    decidedBy(
      'Successful REST responses are application/json.',
      'me-content-type',
      'accounts-content-type',
    ),
    decidedBy(
      'The body is a list of entries with status, code, title and detail.',
      'error-document',
      'error-entry-*',
      'error-status-agrees',
    ),
    decidedBy(
      'source.parameter is on VALIDATION_ERROR only, as sent.',
      'error-source-on-validation-only',
      'page-size-integer',
      'include-is-array',
      'include-unknown',
    ),
    decidedBy(
      'A 422 has an entry for each problem, others have one.',
      'one-entry-per-problem',
      'every-invalid-parameter-has-an-entry',
      'error-one-entry',
    ),
    decidedBy('Errors are never cached.', 'error-not-cached'),
  ]),
  ...inSection('7.2', [
    decidedBy(
      'The six codes have their status, title and detail.',
      'me-key-missing',
      'me-key-unknown',
      'unknown-paths',
      'me-methods',
      'page-size-integer',
      'internal-server-error',
      'error-title',
      'error-detail',
    ),
    decidedBy('There is no 429.', 'no-429'),
  ]),
  ...inSection('7.3', [
    decidedBy(
      '404, then 405, then the key, then the parameters.',
      'path-before-method',
      'path-before-key',
      'path-before-parameters',
      'method-before-key',
      'method-before-parameters',
      'key-before-parameters',
    ),
  ]),
  ...inSection('7.4', [
    decidedBy(
      'Problems of a query are HTTP 200 with errors that have a message.',
      'graphql-status',
      'graphql-error-entries',
      'graphql-unsupported-column',
    ),
    decidedBy(
      'An invalid type or format is under extensions.validation, and data.me is null.',
      'graphql-type-invalid',
      'graphql-format-invalid',
    ),
    decidedBy(
      'Errors caught before the query runs have no data key.',
      'graphql-syntax-error',
      'graphql-unknown-field',
    ),
  ]),
  ...inSection('7.5', [
    decidedBy(
      'Each invalid parameter has its message.',
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
    ),
  ]),
  ...inSection('7.6', [
    undecidable(
      'Clients do not retry 4xx, and do retry 5xx.',
      'It binds clients, not the service.',
    ),
  ]),
  ...inSection('8', [
    decidedBy('There are no rate limits.', 'no-429', 'no-rate-limit-headers'),
    undecidable(
      'Posts are refreshed daily or hourly, the profile at most daily.',
      'It takes longer than a check.',
    ),
  ]),
  ...inSection('9', [
    decidedBy('The GraphQL argument page is ignored.', 'graphql-page-is-ignored'),
  ]),
]

function decidedBy(says: string, ...rules: readonly string[]) {
  return { says, rules }
}

function undecidable(says: string, undecidable: string) {
  return { says, undecidable }
}

function inSection(
  section: string,
  sentences: readonly (ReturnType<typeof decidedBy> | ReturnType<typeof undecidable>)[],
): Requirement[] {
  return sentences.map((sentence) => ({ section, ...sentence }))
}

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
