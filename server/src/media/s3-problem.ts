import { MediaStoreProblem } from './file-store.ts'

export interface S3Place {
  bucket: string
  /** The store, humanized. */
  at: string
}

type Trouble =
  | 'no bucket'
  | 'rejected'
  | 'no credentials'
  | 'other region'
  | 'no region'
  | 'wrong clock'
  | 'unreachable'
  | 'too slow'

/** By the error's code, its name or, when it has neither, its message. */
const troubles: Record<string, Trouble> = {
  NoSuchBucket: 'no bucket',
  // A missing file is no error here, so this is about the bucket.
  NotFound: 'no bucket',
  AccessDenied: 'rejected',
  Forbidden: 'rejected',
  InvalidAccessKeyId: 'rejected',
  SignatureDoesNotMatch: 'rejected',
  ExpiredToken: 'rejected',
  InvalidToken: 'rejected',
  CredentialsProviderError: 'no credentials',
  PermanentRedirect: 'other region',
  AuthorizationHeaderMalformed: 'other region',
  'Region is missing': 'no region',
  RequestTimeTooSkewed: 'wrong clock',
  ECONNREFUSED: 'unreachable',
  ECONNRESET: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unreachable',
  EAI_AGAIN: 'unreachable',
  TimeoutError: 'too slow',
}

const troublesByStatus: Record<number, Trouble> = { 301: 'other region', 403: 'rejected' }

const sentences: Record<Trouble, (place: S3Place) => string> = {
  'no bucket': ({ bucket, at }) =>
    `The bucket ${bucket} does not exist at ${at}. Create it, or name another with --media.`,
  rejected: ({ bucket, at }) =>
    `${at} rejects the credentials for the bucket ${bucket}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may get, put, delete and list.`,
  'no credentials': ({ bucket }) =>
    `No credentials were found for the bucket ${bucket}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.`,
  'other region': ({ bucket }) =>
    `The bucket ${bucket} is in another region. Name its own with --s3-region.`,
  'no region': ({ bucket }) =>
    `The region of the bucket ${bucket} is not known. Name it with --s3-region.`,
  'wrong clock': ({ at }) =>
    `The clock of this machine differs too much from that of ${at}. Set it right.`,
  unreachable: ({ at }) => `The media store, ${at}, cannot be reached. Check --s3-endpoint.`,
  'too slow': ({ at }) =>
    `The media store, ${at}, does not respond in time. Check it, and --s3-endpoint.`,
}

/** The SDK's error as a sentence. Not attached as a cause: it may contain the access key and what was signed with it. */
export function s3Problem(error: unknown, place: S3Place): MediaStoreProblem {
  const { code, name, message, $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode
  const trouble =
    troubles[code ?? ''] ?? troubles[name] ?? troubles[message] ?? troublesByStatus[status ?? 0]
  if (trouble) return new MediaStoreProblem(sentences[trouble](place))
  const what = [code ?? name, status].filter((part) => part !== undefined).join(', ')
  return new MediaStoreProblem(`The media store, ${place.at}, failed (${what}).`)
}

interface SdkError extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}
