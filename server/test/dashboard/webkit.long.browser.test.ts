import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchWebKit, type WebKit } from '../../../test-support/webkit.ts'
import { labels, states } from '../../src/labels.ts'
import { type DemoServer, startDemo } from '../support/demo-server.ts'

let demo: DemoServer
let webkit: WebKit
beforeAll(async () => {
  demo = await startDemo()
  webkit = await launchWebKit()
})
afterAll(async () => {
  await webkit?.close()
  await demo?.stop()
})

/** Clicks the visible control whose text or link contains this, when it is there. */
function click(part: string) {
  const isClicked = (part: string) => {
    const controls = [...document.querySelectorAll<HTMLElement>('a, button, summary, label')]
    const control = controls.find(
      (each) =>
        each.checkVisibility() && `${each.textContent} ${each.getAttribute('href')}`.includes(part),
    )
    // After the response to this command, because a page that is left sends none.
    setTimeout(() => control?.click())
    return control !== undefined
  }
  return expect.poll(() => webkit.evaluate(isClicked, part)).toBe(true)
}

function fill(name: string, value: string) {
  const isFilled = (name: string, value: string) => {
    const field = document.querySelector<HTMLInputElement>(`[name=${name}]`)
    if (field) field.value = value
    return field !== null
  }
  return expect.poll(() => webkit.evaluate(isFilled, name, value)).toBe(true)
}

/** What is visible of the page. */
const text = () => webkit.evaluate(() => document.body.innerText)

test('an owner signs up, connects an account, copies its code, and signs out', async () => {
  await webkit.goto(`${demo.url}/sign-up`)
  await fill('email', 'owner@example.com')
  await click('Sign up')
  await click('Open the email')
  await click('/reset-password?token=')
  await fill('password', 'a long password')
  await click('Show')
  const typeOf = () =>
    webkit.evaluate(() => document.querySelector<HTMLInputElement>('[name=password]')?.type)
  await expect.poll(typeOf).toBe('text')
  await click('Create my account')
  await click(labels.connect)
  await click('Allow')
  // The import takes a while.
  await expect.poll(text, { timeout: 60_000 }).toContain(states.ready)
  const photos = () =>
    webkit.evaluate(
      () => document.querySelector('photo-feed')?.shadowRoot?.querySelectorAll('li img').length,
    )
  await expect.poll(photos).toBe(6)
  await click('Tiles')
  await expect.poll(text).toContain('Saved. Not on a site yet.')
  await click(labels.put)
  await click('WordPress')
  await expect.poll(text).toMatch(/<photo-feed feed="\w{8}">/)
  await expect.poll(text).toContain('Custom HTML')
  await click('×')
  await click('Sign out')
  await expect.poll(text).toContain('Sign in')
})
