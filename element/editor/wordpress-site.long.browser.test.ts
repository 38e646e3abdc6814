import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { startMockServer } from '../../mock-server/src/node.ts'
import { shareBrowser } from '../../test-support/browser.ts'
import { layoutShifts } from '../../test-support/layout-shifts.ts'
import { tempFolder } from '../../test-support/temp-folder.ts'
import { startWordPress, type WordPress } from '../../test-support/wordpress.ts'
import { firstAttributes, profileUrlOf, snippet } from './snippets.ts'

async function signIn(page: Page, { url, owner }: WordPress): Promise<void> {
  await page.goto(`${url}/wp-login.php`)
  await page.getByLabel('Username').fill(owner.name)
  await page.locator('#user_pass').fill(owner.password)
  await page.getByRole('button', { name: 'Log In' }).click()
  await page.waitForURL('**/wp-admin/')
}

/** Pastes into a new page with the block editor, and publishes it. Returns its address. */
async function publish(page: Page, { url }: WordPress, text: string): Promise<string> {
  await page.goto(`${url}/wp-admin/post-new.php?post_type=page&post_title=Photos`)
  await page.getByRole('button', { name: 'Close dialog' }).click()
  await page.evaluate((text) => navigator.clipboard.writeText(text), text)
  await page.getByRole('textbox', { name: 'Add title' }).press('Enter')
  await page.keyboard.press('Control+V')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  const panel = page.getByLabel('Editor publish')
  await panel.getByRole('button', { name: 'Publish', exact: true }).click()
  const link = panel.getByRole('link', { name: 'View Page' })
  return (await link.getAttribute('href')) ?? ''
}

const picturesOf = (page: Page) => page.locator('photo-feed li img').count()

test('the text of the dashboard shows nine pictures in WordPress', async () => {
  const folder = await tempFolder()
  const wordpress = await startWordPress(folder)
  const mock = await startMockServer({ print: () => {} })
  onTestFinished(() => mock.close())
  const browser = await shareBrowser()
  onTestFinished(() => browser.close())
  const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const copied = (place: 'wordpress' | 'cookie-banner') =>
    snippet(place, {
      ...{ baseUrl: mock.url, apiKey: mock.key('premium') },
      attributes: firstAttributes('premium'),
      profileUrl: profileUrlOf('harbour.and.hearth'),
    })
  const text = copied('wordpress')

  await signIn(page, wordpress)
  const address = await publish(page, wordpress, text)
  await page.goto(address)
  await expect.poll(() => picturesOf(page)).toBe(9)
  expect(await page.locator('.entry-content photo-feed').boundingBox()).toMatchObject({
    width: 650,
  })

  await page.route(`${mock.url}/**`, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await route.continue()
  })
  const shifts = await layoutShifts(page, address, 1280)
  expect(shifts.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02)

  // The Classic Editor saves it again in its visual mode.
  const plugins = join(folder, 'usr/share/wordpress/wp-content/mu-plugins')
  await mkdir(plugins, { recursive: true })
  await writeFile(
    join(plugins, 'classic.php'),
    "<?php add_filter('use_block_editor_for_post', '__return_false');",
  )
  const id = await wordpress.php(`echo url_to_postid('${address}');`)
  await page.goto(`${wordpress.url}/wp-admin/post.php?post=${id}&action=edit`)
  await page.getByRole('button', { name: 'Visual' }).click()
  await page.frameLocator('#content_ifr').getByText('Our photos on Instagram').waitFor()
  await page.getByRole('button', { name: 'Update' }).click()
  await page.getByText('Page updated.').waitFor()
  await page.goto(address)
  await expect.poll(() => picturesOf(page)).toBe(9)

  // An author may not paste scripts.
  const publishAsAuthor = async (text: string) => {
    await writeFile(join(folder, 'text.html'), text)
    return wordpress.php(`
      $author = get_user_by('login', 'author');
      wp_set_current_user($author ? $author->ID : wp_insert_user(['user_login' => 'author', 'user_pass' => 'x', 'role' => 'author']));
      kses_init();
      $text = wp_slash(file_get_contents('${join(folder, 'text.html')}'));
      echo get_permalink(wp_insert_post(['post_title' => 'Mine', 'post_content' => $text, 'post_status' => 'publish']));
    `)
  }
  const heightOfPlace = async () => (await page.locator('[data-photo-feed]').boundingBox())?.height
  await page.goto(await publishAsAuthor(copied('cookie-banner')))
  expect(await heightOfPlace()).toBeLessThan(100)
  const ofAuthor = await publishAsAuthor(text)
  await page.goto(ofAuthor)
  expect(await page.content()).not.toContain('embed.js')
  await page.getByRole('link', { name: 'Our photos on Instagram' }).waitFor()
  expect(await heightOfPlace()).toBeLessThan(100)
  // With the script on every page, the division is enough.
  await writeFile(
    join(plugins, 'script.php'),
    `<?php add_action('wp_footer', function () { echo '<script async src="${mock.url}/embed.js"></script>'; });`,
  )
  await page.goto(ofAuthor)
  await expect.poll(() => picturesOf(page)).toBe(9)
})
