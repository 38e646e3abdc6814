/** Loads a feed, its next page and a wrong key. None of these environments has a layout, observers or constructable sheets. */
export const program = `
test('the element', async () => {
  const { url, keys } = JSON.parse(process.env.SETTINGS)
  const found = []
  const show = (attributes) => new Promise((resolve) => {
    const feed = document.createElement('photo-feed')
    for (const [name, value] of Object.entries({ src: url, 'api-key': keys.premium, 'page-size': '3', ...attributes })) feed.setAttribute(name, value)
    const done = ({ type, detail }) => resolve([type, detail.code, feed.shadowRoot.querySelectorAll('img').length])
    feed.addEventListener('photo-feed-load', done)
    feed.addEventListener('photo-feed-error', done)
    document.body.append(feed)
  })
  for (const layout of ['grid', 'masonry', 'carousel', 'list', 'tiles']) found.push([layout, await show({ layout })])
  found.push(['viewer', await show({ 'open-in': 'viewer', albums: '', 'show-profile': '', captions: 'excerpt' })])
  found.push(['wrong key', await show({ 'api-key': '0'.repeat(64) })])
  expect(found.map((each) => each.flat().join(' '))).toEqual([
    'grid photo-feed-load  3',
    'masonry photo-feed-load  3',
    'carousel photo-feed-load  3',
    'list photo-feed-load  3',
    'tiles photo-feed-load  3',
    'viewer photo-feed-load  4',
    'wrong key photo-feed-error INVALID_API_KEY 0',
  ])
}, 60000)
`
