/** A mock was asked for something that it does not have; the message says what there is. */
export class MockUsageError extends Error {
  override name = 'MockUsageError'
}
