import { existsSync } from 'node:fs'

interface Group {
  label: string
  items: string[]
}

/** The pages in the order of the navigation, by their path. A page that does not exist is left out. */
export const groups: Group[] = [
  {
    label: 'Start',
    items: [
      'start/first-picture',
      'start/your-website',
      'start/what-it-is',
      'start/costs',
      'start/alternatives',
    ],
  },
  {
    label: 'Show a feed',
    items: [
      'show/html',
      'show/website-builders',
      'show/react',
      'show/next',
      'show/vue-nuxt',
      'show/sveltekit',
      'show/astro',
      'show/other-frameworks',
      'show/other-runtimes',
      'show/other-languages',
    ],
  },
  {
    label: 'Guides',
    items: [
      'guides/pictures',
      'guides/paging',
      'guides/filters',
      'guides/errors',
      'guides/caching',
      'guides/keys',
      'guides/theming',
      'guides/rss-graphql',
      'guides/privacy',
    ],
  },
  {
    label: 'When something is wrong',
    items: ['help/site-owner', 'help/developer', 'help/operator'],
  },
  {
    label: 'Test',
    items: ['test/mock', 'test/runners', 'test/storybook-vite-next', 'test/scenarios'],
  },
  {
    label: 'Run a server',
    items: [
      'run/install',
      'run/platform-app',
      'run/settings',
      'run/production',
      'run/scale',
      'run/backup-upgrade',
      'run/alerts',
    ],
  },
  {
    label: 'Reference',
    items: [
      'reference/rest',
      'reference/graphql',
      'reference/sdk',
      'reference/element',
      'reference/mock',
      'reference/cli',
      'reference/errors',
      'reference/versions',
    ],
  },
  {
    label: 'Contract and specification',
    items: [
      'contract/ci',
      'contract/implement',
      'contract/verdicts',
      'contract/rules',
      'contract/specification',
      'contract/silent-spots',
    ],
  },
]

const folder = new URL('./src/content/docs/', import.meta.url)

function isWritten(path: string): boolean {
  return ['md', 'mdx'].some((extension) => existsSync(new URL(`${path}.${extension}`, folder)))
}

const open = ['Start', 'Show a feed', 'Guides', 'When something is wrong']

/** The navigation of the site: groups with at least one page. The group of the current page is open. */
export const sidebar = groups
  .map(({ label, items }) => ({
    label,
    collapsed: !open.includes(label),
    items: items.filter(isWritten).map((slug) => ({ slug })),
  }))
  .filter(({ items }) => items.length > 0)
