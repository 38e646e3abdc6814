import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, createFeed, type FeedOptions, type Post } from '@photofeed/sdk'
import { imageProps } from '@photofeed/sdk/images'
import { type Entry, page } from './page.ts'
import { savePicture } from './picture-file.ts'

/** What a build has written. */
export interface Site {
  posts: number
  pictures: number
}

/** Writes the whole feed as one page with its pictures. The key is used here and stays here. */
export async function buildSite(service: FeedOptions, folder: string): Promise<Site> {
  const pictures = join(folder, 'pictures')
  await rm(folder, { recursive: true, force: true })
  await mkdir(pictures, { recursive: true })
  const entries: Entry[] = []
  let account: Account | undefined
  const pages = createFeed(service).posts({ pageSize: 50, format: 'webp' }).pages()
  for await (const feedPage of pages) {
    account ??= feedPage.account
    // A page's pictures at once, and no more: a long feed must not open a connection for each.
    entries.push(...(await Promise.all(feedPage.posts.map((post) => entryOf(post, pictures)))))
  }
  if (account) await writeFile(join(folder, 'index.html'), page(account, entries))
  await copyFile(join(import.meta.dirname, 'styles.css'), join(folder, 'styles.css'))
  return { posts: entries.length, pictures: entries.filter(({ picture }) => picture).length }
}

async function entryOf(post: Post, pictures: string): Promise<Entry> {
  const props = imageProps(post, { width: 640 })
  if (props === null) return { post, picture: null }
  const name = await savePicture(props.src, pictures, post.id)
  return { post, picture: name === null ? null : { src: `pictures/${name}`, alt: props.alt } }
}
