import { createFeed, type FeedAccount } from '@photofeed/sdk'

/** `/demo.json` of the server that serves this page: the URL of its API, and an account for each state of a feed. */
interface Demo {
  url: string
  scenarios: { name: string; apiKey: string; description: string }[]
}

const part = (id: string) => document.getElementById(id) as HTMLElement
const select = part('account') as HTMLSelectElement
const picture = part('picture') as HTMLImageElement
const gallery = document.createElement('photo-feed')
gallery.setAttribute('columns', '4')
gallery.setAttribute('counts', '')
gallery.setAttribute('open', 'viewer')
// A demo shows what only an owner should see.
gallery.setAttribute('owner-notice', '')

let request = new AbortController()

/** Shows the account that the URL names: its profile, and below it `<photo-feed>`, which reports errors. */
async function show({ url, scenarios }: Demo) {
  const name = new URL(location.href).searchParams.get('account') ?? 'premium'
  const account = scenarios.find((one) => one.name === name) ?? scenarios[0]
  if (account === undefined) return
  const { apiKey } = account
  select.value = account.name
  part('description').textContent = account.description.replaceAll('`', '')
  gallery.setAttribute('src', url)
  gallery.setAttribute('api-key', apiKey)

  request.abort()
  request = new AbortController()
  const { signal } = request
  const loaded = await createFeed({ baseUrl: url, apiKey })
    .account({ signal })
    .catch(() => null)
  if (!signal.aborted) showProfile(loaded)
}

function showProfile(loaded: FeedAccount | null) {
  const { name, username, biography, profilePictureUrl } = loaded?.account ?? {}
  document.title = username ? `@${username} · photofeed gallery` : 'photofeed gallery'
  picture.hidden = !profilePictureUrl
  picture.src = profilePictureUrl ?? ''
  part('name').textContent = name ?? (username ? `@${username}` : 'Gallery')
  part('biography').textContent = biography ?? ''
  part('connection').textContent = loaded ? connectionLine(loaded) : ''
}

function connectionLine({ account: { name, username }, connection }: FeedAccount) {
  const { status, lastFetchedAt } = connection
  const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
  const fetched = lastFetchedAt ? `fetched ${day.format(new Date(lastFetchedAt))}` : 'never fetched'
  return [name && `@${username}`, status.replaceAll('_', ' '), fetched].filter(Boolean).join(' · ')
}

const response = await fetch('/demo.json').catch(() => null)
if (response?.ok) {
  const demo: Demo = await response.json()
  select.append(...demo.scenarios.map(({ name }) => new Option(name)))
  select.addEventListener('change', () => {
    history.pushState(null, '', `?account=${encodeURIComponent(select.value)}`)
    show(demo)
  })
  window.addEventListener('popstate', () => show(demo))
  show(demo)
  part('message').replaceWith(gallery)
} else {
  part('message').textContent = 'No demo accounts found. Run npm start at the root of photofeed.'
}
