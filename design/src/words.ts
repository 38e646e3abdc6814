export interface Word {
  readonly means: string
  /** What the same thing is not called on any surface. */
  readonly not: RegExp
}

/** One word for each thing that owners, visitors and developers read about, on every surface. */
export const words: Readonly<Record<string, Word>> = {
  account: {
    means: 'an Instagram account that an owner connected',
    not: /\bInstagram profiles?\b/,
  },
  feed: {
    means: 'the posts of an account on a page',
    not: /\bgallery of (a|the|your) account\b|\bstream of posts\b/i,
  },
  post: { means: 'what an account published', not: /\bmedia items?\b/i },
  'API key': { means: 'what reads one account', not: /\bAPI tokens?\b|\bsecret keys?\b/i },
  look: { means: 'how a feed is displayed', not: /\b(skins?|appearance) of (a|the|your) feed\b/i },
  layout: { means: 'the arrangement of posts', not: /\btemplates? of (a|the|your) feed\b/i },
  'needs reconnecting': {
    means: 'the state of an account whose connection broke',
    not: /\bDisconnected by the platform\b|\bneeds you\b/i,
  },
  'broken connection': {
    means: 'the same, for developers',
    not: /\bbroken tokens?\b|\bdead connections?\b/i,
  },
  reconnect: { means: 'to allow access again', not: /\bre-?authori[sz]e\b|\bre-?link\b/i },
  remove: {
    means: 'to delete an account with its posts',
    not: /\bDisconnect (the|this|an|your|its) account\b/i,
  },
  'replace the key': {
    means: 'to end a key and get another',
    not: /\b(regenerate|rotate) (\w+ )?(API )?keys?\b/i,
  },
  import: { means: 'the first read of all posts', not: /\bsynchroni[sz]|\bsyncing\b|\bsynced\b/i },
  refresh: { means: 'a later read of new posts', not: /\bre-?sync\b|\bpolling of posts\b/i },
  plan: { means: 'what an owner may read', not: /\btiers?\b|\bsubscriptions?\b/i },
  owner: { means: 'the person who connected an account', not: /\bend users?\b|\bcustomers?\b/i },
  operator: { means: 'the person who runs a server', not: /\bsysadmins?\b|\bsite admins?\b/i },
  visitor: { means: 'a person who looks at a website', not: /\bsurfers?\b/i },
  website: { means: 'where an owner puts a feed', not: /\bweb sites?\b/i },
  dashboard: { means: 'the pages of owners', not: /\b(admin|control) panels?\b|\bback ?office\b/i },
  'sign in': { means: 'to prove who one is', not: /\blog in\b/i },
  'sign up': { means: 'to become an owner', not: /\bregister an account\b|\bsignup page\b/i },
  'sign out': { means: 'to end a session', not: /\blog ?out\b/i },
  email: { means: 'a message, or its address', not: /\be-mails?\b/i },
  mock: {
    means: 'the service on this machine, without a network',
    not: /\b(fake|stub) servers?\b/i,
  },
  scenario: { means: 'an account of the mock in one state', not: /\btest accounts?\b/i },
  fault: {
    means: 'what makes a response of the mock fail',
    not: /\bchaos\b|\bfailure injection\b/i,
  },
  checker: {
    means: 'the program that tests a deployment',
    not: /\bconformance suite\b|\blinter of the contract\b/i,
  },
  rule: { means: 'one sentence that the checker tests', not: /\bassertions? of the checker\b/i },
  element: { means: '<photo-feed>', not: /\bweb components?\b/i },
  viewer: { means: 'a post, large, on the page', not: /\bpop-?ups? of (a|the) posts?\b/i },
}
