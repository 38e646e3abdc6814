import '@photofeed/element'

const query = new URLSearchParams(location.search)
const feed = document.createElement('photo-feed')
feed.setAttribute('src', query.get('feed') ?? '')
feed.setAttribute('api-key', query.get('key') ?? '')
feed.setAttribute('owner-notice', '')
document.querySelector('main')?.append(feed)
