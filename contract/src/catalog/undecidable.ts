/** What the specification says, and no read-only request can decide, with the reason. */
// biome-ignore format: a row for each
export const undecidable: readonly (readonly [section: string, says: string, why: string])[] = [
  ['2.1', 'mediaCount counts all posts on the platform.',
    'The platform would have to be requested.'],
  ['2.2', "id is the platform's id, permalink the platform's URL.",
    'The platform would have to be requested.'],
  ['3.1', 'Tokens last 60 days, are refreshed by themselves, and the owner gets an email when a connection breaks.',
    'It happens behind the API.'],
  ['3.2', 'Keys are issued, replaced and preserved as the triggers say, immediately.',
    'The checker does not use the dashboard.'],
  ['4.1', "id is the order in which the service stored the posts, not the platform's id.",
    'No response shows when a post was stored; the check is that -id is the reverse of id.'],
  ['5.4', 'A key does not expire.',
    'No run lasts long enough.'],
  ['6', 'There are no webhooks; the owner gets an email when a connection breaks.',
    'No response shows what the service sends to others.'],
  ['7.6', 'Clients do not retry 4xx, and do retry 5xx.',
    'It binds clients, not the service.'],
  ['8', 'Posts are refreshed daily or hourly, the profile at most daily.',
    'It takes longer than a check.'],
]
