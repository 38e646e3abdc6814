/** A refusal as the platform words it; thrown, and answered as JSON. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly status: number
  /** The answer for a message, which the emulator may make longer. */
  readonly body: (message: string) => unknown

  constructor(status: number, message: string, body: (message: string) => unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

export interface GraphError {
  status?: number
  code: number
  subcode?: number
  type?: 'OAuthException' | 'IGApiException'
  isTransient?: boolean
  message: string
}

export function graphRefusal(error: GraphError): Refusal {
  const { status = 400, code, subcode, type = 'OAuthException', isTransient } = error
  return new Refusal(status, error.message, (message) => ({
    error: {
      message,
      type,
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(isTransient !== undefined && { is_transient: isTransient }),
      fbtrace_id: 'AEmulatedTraceOfThisCall',
    },
  }))
}

/** The token endpoint's own form. */
export function tokenRefusal(text: string): Refusal {
  return new Refusal(400, text, (message) => ({
    error_type: 'OAuthException',
    code: 400,
    error_message: message,
  }))
}
