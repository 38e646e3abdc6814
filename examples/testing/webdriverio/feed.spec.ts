import { type MockServer, startMockServer } from '@photofeed/mock-server/node'
import { $, browser, expect } from '@wdio/globals'

let mock: MockServer
before(async () => {
  mock = await startMockServer()
})
afterEach(() => mock.reset())
after(() => mock.close())

it('shows pictures', async () => {
  await browser.url(`/?feed=${mock.url}&key=${mock.key('premium')}`)
  const picture = $('photo-feed').shadow$('img')
  await browser.waitUntil(async () => Number(await picture.getProperty('naturalWidth')) > 0)
})

it('says that the feed has stopped updating', async () => {
  mock.transition('premium', 'expire')
  await browser.url(`/?feed=${mock.url}&key=${mock.key('premium')}`)
  await expect($('photo-feed')).toHaveText(expect.stringContaining('stopped updating'))
})
