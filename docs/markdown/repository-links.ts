import { readRepositoryFile } from './repository-files.ts'

/** The address of the repository, which a fork changes in package.json. */
export const repository: string = JSON.parse(readRepositoryFile('package.json')).repository

const files = `${repository}/blob/main/`

/** Pages of the site by what a Markdown file of the repository links to. */
const pages: Readonly<Record<string, string>> = {
  'docs/rules.md': '/contract/rules/',
  'docs/assumptions.md': '/contract/silent-spots/',
  'docs/comparison.md': '/start/alternatives/',
  'docs/operations.md': '/run/install/',
  'docs/operations.md#on-one-machine': '/run/install/#on-one-machine',
  'docs/operations.md#the-instagram-app': '/run/platform-app/',
  'docs/operations.md#check-the-instagram-app': '/run/platform-app/#check-the-instagram-app',
  'docs/operations.md#comments-of-posts': '/run/platform-app/#comments-of-posts',
  'docs/operations.md#settings': '/run/settings/',
  'docs/operations.md#who-can-sign-up': '/run/production/#who-can-sign-up',
  'docs/operations.md#mail': '/run/production/#mail',
  'docs/operations.md#tls-and-the-proxy': '/run/production/#tls-and-the-proxy',
  'docs/operations.md#cdn': '/run/production/#cdn',
  'docs/operations.md#refreshes': '/run/production/#refreshes',
  'docs/operations.md#growing': '/run/scale/#growing',
  'docs/operations.md#memory': '/run/scale/#memory',
  'docs/operations.md#several-servers': '/run/scale/#several-servers',
  'docs/operations.md#roles-and-processes': '/run/scale/#roles-and-processes',
  'docs/operations.md#with-containers': '/run/install/#with-containers',
  'docs/operations.md#limits-of-files': '/start/costs/#pictures-and-videos',
  'docs/operations.md#media': '/run/production/#media',
  'docs/operations.md#health-and-metrics': '/run/alerts/#health-and-metrics',
  'docs/operations.md#alerts': '/run/alerts/#alerts',
  'docs/operations.md#logs': '/run/alerts/#logs',
  'docs/operations.md#sign-in-limits': '/run/production/#sign-in-limits',
  'docs/operations.md#backup-and-restore': '/run/backup-upgrade/#backup-and-restore',
  'docs/operations.md#delete-again': '/run/backup-upgrade/#delete-again',
  'docs/operations.md#changing-the-secret': '/run/backup-upgrade/#changing-the-secret',
  'docs/operations.md#upgrade': '/run/backup-upgrade/#upgrade',
  'docs/operations.md#what-happens-when': '/run/alerts/#what-happens-when',
  'docs/operations.md#data-protection': '/guides/privacy/#what-a-server-stores',
  'docs/settings.md': '/run/settings/#all-settings',
  'server/README.md#behind-a-cdn': '/run/production/#cdn',
  'docs/manual/element.md': '/reference/element/',
  'docs/manual/sdk.md#retries-time-and-fetch': '/guides/errors/#retries-and-rate-limits',
  'docs/manual/sdk.md#other-clients': '/guides/rss-graphql/#other-clients',
  'docs/manual/mock-server.md#vitest': '/test/runners/',
  'docs/manual/mock-server.md#jest': '/test/runners/',
  'docs/manual/mock-server.md#in-another-process': '/test/runners/#in-another-process',
  'docs/manual/mock-server.md#requests-and-warnings': '/test/runners/#requests-and-warnings',
  'docs/manual/mock-server.md#the-panel': '/test/mock/#the-panel',
  'docs/manual/mock-server.md#your-own-accounts': '/test/scenarios/#your-own-accounts',
  'docs/manual/mock-server.md#dates': '/test/scenarios/#dates',
  'mock-server/README.md': '/test/mock/',
  'contract/README.md': '/contract/ci/',
  'mock-server/README.md#scenarios': '/test/scenarios/',
  'docs/manual/mock-server.md#faults': '/test/scenarios/#faults',
  'docs/manual/mock-server.md#transitions': '/test/scenarios/#transitions',
}

/** Returns the address, on this site or on GitHub, of what a Markdown file of the repository links to. */
export function rewriteRepositoryLink(file: string, url: string): string {
  if (/^[a-z]+:/.test(url)) return rewriteGitHub(url)
  const { pathname, hash } = new URL(url, `file:///${file}`)
  const path = pathname.slice(1)
  const page = pages[`${path}${hash}`]
  // Each alert is a heading of one page.
  if (hash.startsWith('#photofeed') && path === 'docs/operations.md') return `/run/alerts/${hash}`
  if (page === undefined && path === 'docs/operations.md')
    throw new Error(
      `${file} links to ${url}: name the page of that section in repository-links.ts.`,
    )
  return page ?? pages[path] ?? `${files}${path}${hash}`
}

function rewriteGitHub(url: string): string {
  if (!url.startsWith(files)) return url
  const path = url.slice(files.length)
  return pages[path] ?? url
}
