// A substitute for next/image, which is no dependency here: it calls the loader for two widths and writes an <img>.
// examples/frameworks/next uses the real one.
import { createElement, type JSX } from 'react'

interface ImageProps {
  fill: boolean
  sizes: string
  loader?: (props: { src: string; width: number }) => string
  unoptimized?: boolean
  src: string
  alt: string
}

export default function Image({ sizes, loader, src, alt }: ImageProps): JSX.Element {
  const urlOf = (width: number) => loader?.({ src, width }) ?? src
  const srcSet = [640, 1080].map((width) => `${urlOf(width)} ${width}w`).join(', ')
  return createElement('img', { alt, loading: 'lazy', sizes, srcSet, src: urlOf(1080) })
}
