import type { packageFolders } from '../packages.ts'

/** A folder with a README: a package, or the repository itself. */
export type ReadmeFolder = (typeof packageFolders)[number] | '.'

/** What the beginnings of the READMEs promise, checked on what their last script printed. */
const promises: Record<ReadmeFolder, (output: string) => Promise<void>> = {
  '.': (output) => checkPosts(output, /^.+ \(@\S+\)$/),
  sdk: (output) => checkPosts(output, /^\S+ ready$/),
  element: checkMarkup,
  'mock-server': checkScenarios,
  async contract(output) {
    if (!/^Passed: /m.test(output)) throw new Error(`The command did not pass:\n${output}`)
  },
  server: checkScenarios,
}

/** Checks the output of a README's last script, and every URL of this machine that the README names. */
export async function checkPromises(folder: ReadmeFolder, output: string, urls: readonly string[]) {
  for (const url of urls) await loadPage(url)
  await promises[folder](output)
}

/** The script has printed an account, then three posts whose pictures load. */
async function checkPosts(output: string, account: RegExp): Promise<void> {
  const [first = '', ...posts] = output.trim().split('\n')
  if (!account.test(first) || posts.length !== 3) {
    throw new Error(`The README's script printed no account with three posts:\n${output}`)
  }
  for (const post of posts) await load(post.split(' ').at(-1) ?? '', 'image/')
}

/** The script has printed HTML with three pictures, which load. */
async function checkMarkup(output: string): Promise<void> {
  const pictures = [...output.matchAll(/<img [^>]*?\bsrc="([^"]+)"/g)].map(([, url = '']) => url)
  if (pictures.length !== 3)
    throw new Error(`The README's script printed no three pictures:\n${output}`)
  for (const url of pictures) await load(url.replaceAll('&amp;', '&'), 'image/')
}

/** The pages that a server has printed load, and so do the posts and pictures of its first account. */
async function checkScenarios(output: string): Promise<void> {
  for (const [url] of output.matchAll(/http:\S+/g))
    if (!url.includes('api_key=')) await loadPage(url)
  const [url] = /http:\S+api_key=\S+/.exec(output) ?? []
  if (!url) throw new Error(`The server printed no URL with an API key:\n${output}`)
  const { posts } = JSON.parse(await load(url, 'application/json'))
  if (posts.length === 0) throw new Error(`${url} has no posts.`)
  await load(posts[0].sizes['320'], 'image/')
}

/** Loads a page with its scripts, styles and pictures. */
async function loadPage(url: string): Promise<void> {
  const page = await load(url)
  for (const [, path = ''] of page.matchAll(
    /<(?:script|link|img)\b[^>]* (?:src|href)="([^"]+)"/g,
  )) {
    await load(new URL(path.replaceAll('&amp;', '&'), url).href)
  }
}

/** Returns the body. Throws unless the URL responds with 200 and the type. */
async function load(url: string, type = ''): Promise<string> {
  const response = await fetch(url)
  const received = response.headers.get('content-type') ?? ''
  if (response.status !== 200 || !received.startsWith(type)) {
    throw new Error(
      `${url} responded with ${response.status} ${received}, not with 200${type && ` and ${type}`}.`,
    )
  }
  return response.text()
}
