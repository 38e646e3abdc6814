const query = new URLSearchParams({ api_key: process.env.PHOTOFEED_KEY, 'page[size]': 3 })
const response = await fetch(`${process.env.PHOTOFEED_URL}/api/v1/me?${query}`)
const page = await response.json()

if (!response.ok) throw new Error(page.errors[0].detail)
for (const post of page.posts) console.log(post.sizes?.[768] ?? post.mediaUrl, post.permalink)
