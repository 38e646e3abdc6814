import { createFeed } from '@photofeed/sdk'
import { accountChooser } from './account-chooser.ts'
import { loadDemo } from './demo.ts'
import { part } from './element.ts'
import { showFeed } from './feed-view.ts'
import { message } from './message.ts'

let current = new AbortController()

try {
  const { url, scenarios } = await loadDemo()
  const chooser = accountChooser(scenarios, ({ apiKey }) => {
    current.abort()
    current = new AbortController()
    void showFeed(createFeed({ baseUrl: url, apiKey }), current.signal)
  })
  part('accounts').replaceChildren(...chooser)
} catch (error) {
  console.error(error)
  part('loading').replaceWith(
    message('No demo accounts', 'Serve this page with npm start: it also serves /demo.json.'),
  )
}
