import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { shareBrowser } from '../../test-support/browser.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { startWordPress, type WordPress } from '../../test-support/wordpress.ts'
import { labels } from '../src/labels.ts'
import { ownerPath, visit } from './support/owner-path.ts'

async function signIn(page: Page, { url, owner }: WordPress): Promise<void> {
  await page.goto(`${url}/wp-login.php`)
  await page.getByLabel('Username').fill(owner.name)
  await page.locator('#user_pass').fill(owner.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/wp-admin/')
}

/** Pastes into a block of the type Custom HTML of a new page, as our steps say, and publishes it. Returns its address. */
async function publish(page: Page, { url }: WordPress, text: string): Promise<string> {
  await page.goto(`${url}/wp-admin/post-new.php?post_type=page&post_title=Photos`)
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.getByRole('textbox', { name: 'Add title' }).press('Enter')
  await page.keyboard.type('/custom html')
  await page.getByRole('option', { name: 'Custom HTML' }).click()
  await page.getByRole('textbox', { name: 'HTML' }).press('Control+V')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByLabel('Editor publish')
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  const link = panel.getByRole('link', { name: 'View Page' })
  return (await link.getAttribute('href')) ?? ''
}

test('the two lines show the feed in WordPress, which follows its look and its key', async () => {
  const folder = await tempFolder()
  const wordpress = await startWordPress(folder)
  const browser = shareBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const owner = await ownerPath(context)
  const code = await owner.copyCode('WordPress')
  const page = await context.newPage()
  await signIn(page, wordpress)
  const address = await publish(page, wordpress, code)
  const { posts, layout, link } = visit(page)
  await expect
    .poll(async () => {
      await page.goto(address)
      await page.waitForTimeout(500)
      return posts()
    })
    .toBe(6)
  await owner.page.getByText(`${labels.found}: ${new URL(address).host}`).waitFor()
  await owner.page.getByRole('button', { name: 'Close' }).click()

  await owner.page.getByRole('radio', { name: 'List' }).check()
  await owner.page.locator('[data-saved]', { hasText: 'Saved.' }).waitFor()
  await owner.follow(labels.account, labels.replaceKey)
  await owner.button(labels.replaceTheKey).click()
  await owner.page.getByText('The new key is active.').waitFor()
  const visitor = await browser.newPage()
  await visitor.goto(address)
  await expect.poll(visit(visitor).posts).toBe(6)
  expect(await visit(visitor).layout()).toBe('list')
  // With a cached script, which has the key of before.
  await page.goto(address)
  await expect.poll(posts).toBe(6)
  await expect.poll(layout).toBe('list')

  // An author may not paste scripts: visitors have the link.
  await writeFile(join(folder, 'text.html'), code)
  const ofAuthor = await wordpress.php(`
    $author = wp_insert_user(['user_login' => 'author', 'user_pass' => 'x', 'role' => 'author']);
    wp_set_current_user($author);
    kses_init();
    $text = wp_slash(file_get_contents('${join(folder, 'text.html')}'));
    echo get_permalink(wp_insert_post(['post_title' => 'Mine', 'post_content' => $text, 'post_status' => 'publish']));
  `)
  await visitor.goto(ofAuthor)
  expect(await visitor.content()).not.toContain('/f/')
  await visit(visitor).link.waitFor()

  // With the script on every page, a division is enough.
  const plugins = join(folder, 'usr/share/wordpress/wp-content/mu-plugins')
  const [script = '', element = ''] = code.split('\n')
  await mkdir(plugins, { recursive: true })
  await writeFile(
    join(plugins, 'script.php'),
    `<?php add_action('wp_footer', function () { echo '${script}'; });`,
  )
  const division = element
    .replace('<photo-feed feed=', '<div data-photo-feed data-feed=')
    .replace('</photo-feed>', '</div>')
  await writeFile(join(folder, 'text.html'), division)
  const id = await wordpress.php(`echo url_to_postid('${ofAuthor}');`)
  await wordpress.php(`
    kses_init();
    wp_update_post(['ID' => ${id}, 'post_content' => wp_slash(file_get_contents('${join(folder, 'text.html')}'))]);
  `)
  await visitor.goto(ofAuthor)
  await expect.poll(visit(visitor).posts).toBe(6)

  await owner.follow(labels.account, labels.removeAccount)
  await owner.button(labels.removeNow).click()
  await owner.page.getByText('The account is removed').waitFor()
  await page.goto(address)
  await expect.poll(() => link.isVisible()).toBe(true)
}, 300_000)
