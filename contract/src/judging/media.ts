// What rules read of the media of posts and of carousel items.
import type { Schemas } from '@photofeed/openapi'
import { isObject } from '../http/json.ts'

type Media = Schemas['Post'] | Schemas['Child']

export const isVideo = ({ mediaType }: Media) => mediaType === 'VIDEO'
export const hasSizes = ({ sizes }: Media) => isObject(sizes)

export function urlsOf(sizes: unknown): string[] {
  return Object.values(sizes as object).filter((url) => typeof url === 'string')
}

export function firstUrl(sizes: unknown): string | undefined {
  return urlsOf(sizes)[0]
}

export function pathOf(url: unknown): string {
  return URL.parse(String(url))?.pathname ?? ''
}

export function hostOf(url: unknown): string {
  return URL.parse(String(url))?.host ?? 'no URL'
}
