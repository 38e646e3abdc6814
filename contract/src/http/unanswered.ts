/** A request that got no usable answer; the message is a sentence without any key. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}
