export { type ImageOptions, type ImageProps, imageProps } from './image-props.ts'
