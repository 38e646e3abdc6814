import type { Schemas } from '@photofeed/openapi'

/** An interface cannot extend an indexed type by itself. */
type Resource<Name extends keyof Schemas> = Schemas[Name]

/** The profile of the connected account. */
export interface Account extends Resource<'Account'> {}

/**
 * A post. For a VIDEO show `thumbnailUrl` as the picture: `mediaUrl` is the video file, or a .jpg when
 * the platform withheld it.
 */
export interface Post extends Resource<'Post'> {}

/** An item of a carousel, with `include: ['children']`. Items whose media is not stored are left out. */
export interface Child extends Resource<'Child'> {}

/** The URLs of one picture by width in pixels. Premium only. */
export interface Sizes extends Resource<'Sizes'> {}

/** A comment as the platform gave it, with `include: ['comments']`: hence `like_count`. */
export interface Comment extends Resource<'Comment'> {}

/** Where the page stands. There is no total; go on while `hasMore`. */
export interface Pagination extends Resource<'Pagination'> {}
