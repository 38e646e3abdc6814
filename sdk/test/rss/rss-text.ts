/** An RSS document around what a channel holds; `top` goes before its root. */
export function rssText(content = '', top = '<?xml version="1.0" encoding="UTF-8"?>\n') {
  return (
    `${top}<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"` +
    ' xmlns:media="http://search.yahoo.com/mrss/"><channel><title>Harbour Lights</title>' +
    '<link>https://harbour.example</link><description>Boats</description>' +
    `${content}</channel></rss>\n`
  )
}

/** An item with an id and whatever else is given. */
export function itemText(content = '', id = '1') {
  return `<item><guid isPermaLink="false">${id}</guid>${content}</item>`
}
