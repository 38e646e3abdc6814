import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { unified } from '@astrojs/markdown-remark'
import starlight from '@astrojs/starlight'
import { defineConfig } from 'astro/config'
import { browserChecker } from './integrations/browser-checker.ts'
import { demoMedia } from './integrations/demo-media.ts'
import { honestSearch } from './integrations/honest-search.ts'
import { markdownTwins } from './integrations/markdown-twins.ts'
import { remarkInclude } from './markdown/include.ts'
import { repository } from './markdown/repository-links.ts'
import { rehypeTables } from './markdown/scrolling-tables.ts'
import { remarkTabs } from './markdown/tabs.ts'
import { sidebar } from './sidebar.ts'

const { homepage } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

export default defineConfig({
  site: process.env.DOCS_SITE ?? new URL(homepage).origin,
  base: process.env.DOCS_BASE ?? '/',
  trailingSlash: 'always',
  markdown: {
    processor: unified({
      smartypants: false,
      remarkPlugins: [[remarkInclude, { base: process.env.DOCS_BASE ?? '/' }], remarkTabs],
      rehypePlugins: [rehypeTables],
    }),
  },
  // Packages of this repository are loaded from their builds, as readers get them.
  vite: {
    plugins: [browserChecker()],
    resolve: {
      alias: [
        {
          find: /^@pagefind\/default-ui$/,
          replacement: fileURLToPath(new URL('src/search-ui.ts', import.meta.url)),
        },
      ],
    },
    build: {
      chunkSizeWarningLimit: 1000,
      // Astro marks each page with a directive, and Rolldown warns of each.
      rolldownOptions: { checks: { moduleLevelDirective: false } },
    },
  },
  integrations: [
    demoMedia(),
    starlight({
      title: 'photofeed',
      description: 'Your Instagram posts on your website.',
      logo: { src: '../design/src/generated/logo.svg', alt: '' },
      favicon: '/favicon.svg',
      customCss: ['./src/styles/site.css'],
      sidebar,
      routeMiddleware: './src/edit-link.ts',
      editLink: { baseUrl: `${repository}/edit/main/docs/` },
      social: [{ icon: 'github', label: 'GitHub', href: repository }],
      components: {
        Head: './src/components/Head.astro',
        Footer: './src/components/Footer.astro',
        PageTitle: './src/components/PageTitle.astro',
        Search: './src/components/Search.astro',
        SiteTitle: './src/components/SiteTitle.astro',
      },
      pagefind: true,
      credits: false,
    }),
    markdownTwins(),
    honestSearch(),
  ],
})
