/** What the specification says, and no read-only request can decide. */
export const undecidable: readonly { section: string; says: string; why: string }[] = [
  {
    section: '2.1',
    says: 'mediaCount counts all posts on the platform.',
    why: 'The platform would have to be requested.',
  },
  {
    section: '2.2',
    says: "id is the platform's id, permalink the platform's URL.",
    why: 'The platform would have to be requested.',
  },
  {
    section: '3.1',
    says: 'Tokens last 60 days, are refreshed by themselves, and the owner gets an email when a connection breaks.',
    why: 'It happens behind the API.',
  },
  {
    section: '3.2',
    says: 'Keys are issued, replaced and preserved as the triggers say, immediately.',
    why: 'The checker does not use the dashboard.',
  },
  {
    section: '4.1',
    says: "id is the order in which the service stored the posts, not the platform's id.",
    why: 'No response shows when a post was stored; the check is that -id is the reverse of id.',
  },
  { section: '5.4', says: 'A key does not expire.', why: 'No run lasts long enough.' },
  {
    section: '6',
    says: 'There are no webhooks; the owner gets an email when a connection breaks.',
    why: 'No response shows what the service sends to others.',
  },
  {
    section: '7.6',
    says: 'Clients do not retry 4xx, and do retry 5xx.',
    why: 'It binds clients, not the service.',
  },
  {
    section: '8',
    says: 'Posts are refreshed daily or hourly, the profile at most daily.',
    why: 'It takes longer than a check.',
  },
]
