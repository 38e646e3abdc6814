import { parameters } from '@photofeed/openapi'

/** The kinds of picture that are stored. */
export const pictureExtensions = [...parameters.format.values, 'png'] as const
