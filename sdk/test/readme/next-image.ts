// Stands in for next/image, which is no dependency here: it asks the loader for widths and writes an <img>, as that does.
import { createElement, type JSX } from 'react'

export interface ImageLoaderProps {
  src: string
  width: number
}

interface ImageProps {
  fill: boolean
  sizes: string
  loader: (props: ImageLoaderProps) => string
  src: string
  alt: string
}

export default function Image({ sizes, loader, src, alt }: ImageProps): JSX.Element {
  const srcSet = [640, 1080].map((width) => `${loader({ src, width })} ${width}w`).join(', ')
  return createElement('img', {
    alt,
    loading: 'lazy',
    sizes,
    srcSet,
    src: loader({ src, width: 1080 }),
  })
}
