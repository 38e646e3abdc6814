export { account } from './account.ts'
export type { AccountInput, OwnAccount } from './account-input.ts'
export type { MediaInput } from './media-input.ts'
export { post } from './post.ts'
export type {
  AlbumInput,
  CommentInput,
  ImageInput,
  OwnAlbum,
  OwnImage,
  OwnItem,
  OwnPost,
  OwnVideo,
  VideoInput,
} from './post-input.ts'
