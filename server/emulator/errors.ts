/** An error response with the platform's text. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** Returns the JSON for a message, which the emulator may extend. */
  readonly body: (message: string) => unknown

  constructor(status: number, message: string, body: (message: string) => unknown) {
    super(message)
    this.status = status
    this.body = body
  }
}

export interface GraphErrorFields {
  status?: number
  code: number
  subcode?: number
  type?: 'OAuthException' | 'IGApiException'
  isTransient?: boolean
  message: string
  userMessage?: string
}

export function graphError(error: GraphErrorFields): ApiError {
  const { status = 400, code, subcode, type = 'OAuthException', isTransient, userMessage } = error
  return new ApiError(status, error.message, (message) => ({
    error: {
      message,
      type,
      code,
      ...(subcode !== undefined && { error_subcode: subcode }),
      ...(isTransient !== undefined && { is_transient: isTransient }),
      ...(userMessage !== undefined && { error_user_msg: userMessage }),
      fbtrace_id: 'AEmulatedTraceOfThisCall',
    },
  }))
}

/** The token endpoint's own form. */
export function tokenError(text: string): ApiError {
  return new ApiError(400, text, (message) => ({
    error_type: 'OAuthException',
    code: 400,
    error_message: message,
  }))
}
