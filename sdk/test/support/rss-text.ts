/** Returns an RSS document whose channel has this content; `top` goes before its root. */
export function rssText(content = '', top = '<?xml version="1.0" encoding="UTF-8"?>\n') {
  return (
    `${top}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
    ' xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Harbour Lights</title>' +
    '<link>https://harbour.example</link><description>Boats</description>' +
    `${content}</channel></rss>\n`
  )
}

/** Returns an item with an id and this content. */
export function itemText(content = '', id = '1') {
  return `<item><guid isPermaLink="false">${id}</guid>${content}</item>`
}
