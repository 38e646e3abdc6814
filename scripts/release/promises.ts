/** What the last script at the beginning of each README prints: posts with a picture each, or the URLs of a server. */
const outputs: Readonly<Record<string, RegExp>> = {
  '.': /^.+ \(@\S+\)\n(\S+ http\S+\n){3}$/m,
  sdk: /^\S+ ready\n(\S+ http\S+\n){3}$/,
  element: /^(?:(?!<img ).)*(<img [^>]*src="http(?:(?!<img ).)*){3}$/s,
  'mock-server': /http:\S+api_key=/,
  contract: /^Passed: /m,
  server: /^photofeed demo on http:/m,
}

/** Checks the output of a README's last script, and every URL of this machine that this and the README name. */
export async function checkPromises(folder: string, output: string, urls: readonly string[]) {
  if (!outputs[folder]?.test(output)) {
    throw new Error(`${folder}/README.md does not lead to ${outputs[folder]}:\n${output}`)
  }
  const printed = output.match(/http:\/\/127\.0\.0\.1[^\s"',)]*[^\s"',).]/g) ?? []
  // The checker names requests that fail on purpose.
  for (const url of folder === 'contract' ? urls : [...urls, ...printed]) await load(url)
}

/** Loads a page with what it loads and with the first feed that it names, or a feed with its first picture. */
async function load(url: string): Promise<void> {
  const response = await fetch(url.replaceAll('&amp;', '&'))
  if (response.status !== 200) throw new Error(`${url} responded with ${response.status}, not 200.`)
  const text = await response.text()
  const type = response.headers.get('content-type') ?? ''
  if (/\.(jpg|webp)/.test(url) && !type.startsWith('image/')) {
    throw new Error(`${url} responded with ${type}, not with an image.`)
  }
  if (type.startsWith('application/json') && url.includes('api_key=')) {
    const [post] = JSON.parse(text).posts
    await load(post.sizes['320'])
  }
  if (!type.startsWith('text/html')) return
  const [feed] = text.match(/http:\/\/127\.0\.0\.1:\d+\/api\/v1\/me\?api_key=\w+/) ?? []
  if (feed) await load(feed)
  for (const [, path = ''] of text.matchAll(
    /<(?:script|link|img)\b[^>]* (?:src|href)="([^"]+)"/g,
  )) {
    await load(new URL(path.replaceAll('&amp;', '&'), url).href)
  }
}
