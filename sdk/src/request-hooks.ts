/** For logs and traces. URLs come without the API key. */
export interface RequestHooks {
  /** Called before each attempt. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined
  /** Called when the head of an answer has arrived, whatever its status. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
}

export interface RequestEvent {
  readonly method: string
  /** The whole address with the key replaced by `<redacted>`. */
  readonly url: string
  /** 1 for the first attempt. */
  readonly attempt: number
}

export interface ResponseEvent extends RequestEvent {
  /** The raw answer: `clone()` it before you read its body. Its own `url` holds the key. */
  readonly response: Response
}
