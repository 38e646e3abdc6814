interface Question {
  question: string
  /** Keywords that lead to the page itself. */
  search?: string
  /** Words of a reader that lead to the page. So does the question, which is in its `typed`. */
  typed?: string
  page: string
  heading: string
}

/** Questions of newcomers, with the page and the heading that answer each. */
export const questions: readonly Question[] = [
  {
    question: 'Is this Instagram?',
    search: 'Instagram',
    page: 'start/what-it-is',
    heading: 'Which platform',
  },
  {
    question: 'Is there a hosted service, what does it cost, and who gives me a key?',
    search: 'hosted service',
    page: 'start/what-it-is',
    heading: 'Hosted, or your own',
  },
  {
    question:
      'How do I register an app with Instagram, and which ID and secret does the server need?',
    search: 'Instagram app secret',
    page: 'run/platform-app',
    heading: 'Register the app',
  },
  {
    question: 'Where does a key come from?',
    search: 'get a key',
    page: 'guides/keys',
    heading: 'Get a key',
  },
  { question: 'Is it on npm?', search: 'npm', page: 'reference/versions', heading: 'Releases' },
  {
    question: 'Which Node does it need?',
    search: 'Node version',
    page: 'reference/versions',
    heading: 'Node',
  },
  {
    question: 'How big is it?',
    search: 'size of the SDK',
    page: 'reference/sdk',
    heading: 'Bundle size',
  },
  {
    question: 'Does it work with Next, Nuxt and SvelteKit?',
    search: 'Nuxt',
    page: 'show/vue-nuxt',
    heading: 'Vue and Nuxt',
  },
  {
    question: 'Does it work in plain HTML and WordPress?',
    search: 'WordPress',
    page: 'show/website-builders',
    heading: 'WordPress',
  },
  {
    question: 'How do I proxy images?',
    search: 'proxy images',
    page: 'guides/pictures',
    heading: 'From your own host',
  },
  {
    question: 'How do I hide my key?',
    search: 'hide key',
    page: 'guides/keys',
    heading: 'Hide the key',
  },
  {
    question: 'What happens at six posts on Free?',
    search: 'six posts on Free',
    page: 'guides/paging',
    heading: 'Six posts on Free',
  },
  {
    question: 'How do I cache, and how stale is a feed?',
    search: 'cache stale',
    page: 'guides/caching',
    heading: 'How old a feed can be',
  },
  {
    question: 'Are there stories and highlights?',
    search: 'stories highlights',
    page: 'start/what-it-is',
    heading: 'What it does not do',
  },
  {
    question: 'Hashtags, mentions, two accounts in one grid?',
    search: 'two accounts in one grid',
    page: 'guides/filters',
    heading: 'Hide, pin or mix posts',
  },
  {
    question: 'How do I deploy the server?',
    search: 'deploy server',
    page: 'run/install',
    heading: 'On one machine',
  },
  {
    question: 'Theme, dark mode?',
    search: 'dark mode',
    page: 'guides/theming',
    heading: 'Dark mode',
  },
  {
    question: 'Are there rate limits?',
    search: 'rate limit',
    page: 'guides/errors',
    heading: 'Retries and rate limits',
  },
  {
    question: 'How fresh is it, and is there a webhook for a new post?',
    search: 'webhook',
    page: 'guides/caching',
    heading: 'How old a feed can be',
  },
  {
    question: 'Can I hide or pin a post?',
    search: 'hide or pin a post',
    page: 'guides/filters',
    heading: 'Hide, pin or mix posts',
  },
  {
    question: 'Which browsers are supported?',
    search: 'browser support',
    page: 'reference/versions',
    heading: 'Browsers',
  },
  {
    question: 'Is there a lightbox, carousel or masonry?',
    search: 'lightbox carousel masonry',
    page: 'guides/pictures',
    heading: 'Layouts',
  },
  {
    question: 'Is it ready for production, and what does a version promise?',
    search: 'semantic versioning',
    page: 'reference/versions',
    heading: 'What a version promises',
  },
  {
    question: 'What are the limits of the Free plan?',
    typed: 'free plan limits',
    page: 'start/costs',
    heading: 'Plans',
  },
  {
    question: 'What are the requirements to self-host a server?',
    typed: 'self host requirements',
    page: 'run/install',
    heading: 'On one machine',
  },
  {
    question: 'Is my API key public?',
    typed: 'is my api key public',
    page: 'guides/keys',
    heading: 'In a page or on a server',
  },
  {
    question: 'How do I use the image component of Next.js?',
    typed: 'next.js image',
    page: 'show/next',
    heading: 'Notes',
  },
  {
    question: 'Why are there fewer posts?',
    typed: 'why are there fewer posts',
    page: 'guides/paging',
    heading: 'Six posts on Free',
  },
  {
    question: 'How does pagination work, and what is a cursor?',
    typed: 'pagination cursor',
    page: 'guides/paging',
    heading: 'What to know',
  },
]
