import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** What the README's blocks take for granted: what an earlier block made, and the libraries around. */
const givens = `
import type { QueryClient, useInfiniteQuery as infinite, useQuery as query } from '@tanstack/react-query'
import type { createFeed as create, Feed, FeedPage, Post as SdkPost } from '@photofeed/sdk'
import type { imageProps as props } from '@photofeed/sdk/images'
import type { GraphqlFeed } from '@photofeed/sdk/graphql'
declare global {
  type Post = SdkPost
  const feed: Feed
  const page: FeedPage
  const post: SdkPost
  const cursor: string
  const baseUrl: string
  const apiKey: string
  const createFeed: typeof create
  const imageProps: typeof props
  const useQuery: typeof query
  const useInfiniteQuery: typeof infinite
  const queryClient: QueryClient
  const NewestDocument: { __apiType?: (variables: { first: number }) => { me: { username: string } } }
  const graph: GraphqlFeed
}
`

const nextImage = `
declare module 'next/image' {
  export interface ImageLoaderProps { src: string; width: number }
  type Props = { fill: boolean; sizes: string; loader: (props: ImageLoaderProps) => string; src: string; alt: string }
  export default function Image(props: Props): import('react').JSX.Element
}
`

test('every TypeScript block of the README type-checks', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'photofeed-readme-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const blocks = [...readme.matchAll(/```(tsx?)\n([\s\S]*?)```/g)]
  expect(blocks.length).toBeGreaterThan(10)
  await mkdir(join(folder, 'blocks'))
  await Promise.all(
    blocks.map(([, kind, code], index) =>
      writeFile(join(folder, `blocks/${index}.${kind}`), `${code}\nexport {}\n`),
    ),
  )
  await writeFile(join(folder, 'blocks/givens.ts'), givens)
  await writeFile(join(folder, 'blocks/next-image.d.ts'), nextImage)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const compilerOptions = {
    ...{ module: 'esnext', moduleResolution: 'bundler', target: 'es2022', types: [] },
    ...{ lib: ['es2023', 'dom', 'dom.iterable'], strict: true, noEmit: true, jsx: 'react-jsx' },
    skipLibCheck: true,
  }
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['blocks'] }),
  )
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', folder]).catch(
    (error: { stdout: string }) => {
      throw new Error(error.stdout)
    },
  )
})
