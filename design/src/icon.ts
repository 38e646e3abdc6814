import { iconPaths } from './generated/icons.ts'

export type IconName = keyof typeof iconPaths

/** An icon of 16 by 16 pixels in the color of the text. It has no name: the text beside it says what it means. */
export function icon(name: IconName): string {
  return `<svg class="icon" viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">${iconPaths[name]}</svg>`
}
