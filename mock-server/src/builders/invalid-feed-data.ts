/** Data that no photofeed service could answer with; the message says what, where, and what is expected. */
export class InvalidFeedData extends Error {
  override name = 'InvalidFeedData'
}
