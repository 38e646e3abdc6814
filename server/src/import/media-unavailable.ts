/** Why a media file could not be had, in a few words that can be counted; never with its URL. */
export class MediaUnavailable extends Error {
  override readonly name = 'MediaUnavailable'
}
