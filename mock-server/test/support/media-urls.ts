/** Every media URL of the first page of /me in both formats, and those of RSS. */
export async function mediaUrls(baseUrl: string, apiKey: string): Promise<Set<string>> {
  const urls = new Set<string>()
  for (const format of ['jpg', 'webp']) {
    const me = `${baseUrl}/api/v1/me?api_key=${apiKey}&format=${format}&include[]=children`
    const json = await (await fetch(me)).json()
    if (json.profilePictureUrl) urls.add(json.profilePictureUrl)
    for (const post of json.posts) {
      for (const item of [post, ...post.children]) {
        for (const url of [item.mediaUrl, item.thumbnailUrl, ...Object.values(item.sizes ?? {})]) {
          if (url) urls.add(String(url))
        }
      }
    }
  }
  const text = await (await fetch(`${baseUrl}/api/v1/rss?api_key=${apiKey}`)).text()
  for (const [, url = ''] of text.matchAll(/(?:url="|<url>)([^"<]+)/g)) {
    urls.add(url.replaceAll('&amp;', '&'))
  }
  return urls
}
