import { MediaStoreProblem } from './file-store.ts'

interface S3Place {
  bucket: string
  at: string
}

type Sentence = (place: S3Place) => string

const noBucket: Sentence = ({ bucket, at }) =>
  `The bucket ${bucket} does not exist at ${at}. Create it, or name another with --media.`
const rejected: Sentence = ({ bucket, at }) =>
  `${at} rejects the credentials for the bucket ${bucket}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may get, put and delete.`
const otherRegion: Sentence = ({ bucket }) =>
  `The bucket ${bucket} is in another region. Name its own with --s3-region.`
const unreachable: Sentence = ({ at }) =>
  `The media store, ${at}, cannot be reached. Check --s3-endpoint.`

/** By the error's code, its name or, when it has neither, its message or status. */
const sentences: Record<string, Sentence> = {
  NoSuchBucket: noBucket,
  // A missing file is no error here, so this is about the bucket.
  NotFound: noBucket,
  AccessDenied: rejected,
  Forbidden: rejected,
  InvalidAccessKeyId: rejected,
  SignatureDoesNotMatch: rejected,
  ExpiredToken: rejected,
  InvalidToken: rejected,
  403: rejected,
  CredentialsProviderError: ({ bucket }) =>
    `No credentials were found for the bucket ${bucket}. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.`,
  PermanentRedirect: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
  301: otherRegion,
  'Region is missing': ({ bucket }) =>
    `The region of the bucket ${bucket} is not known. Name it with --s3-region.`,
  RequestTimeTooSkewed: ({ at }) =>
    `The clock of this machine differs too much from that of ${at}. Set it right.`,
  ECONNREFUSED: unreachable,
  ECONNRESET: unreachable,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENOTFOUND: unreachable,
  EAI_AGAIN: unreachable,
  TimeoutError: ({ at }) =>
    `The media store, ${at}, does not respond in time. Check it, and --s3-endpoint.`,
}

export interface SdkError extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Record<string, string> }
}

/** Explains an error of the SDK, which is not attached as a cause: it may contain the access key and the signed text. */
export function s3Problem(error: unknown, place: S3Place): MediaStoreProblem {
  const { code, name, message, $metadata } = error as SdkError
  const status = $metadata?.httpStatusCode
  const sentence = [code, name, message, status].map((key) => sentences[key ?? '']).find(Boolean)
  if (sentence) return new MediaStoreProblem(sentence(place))
  const what = [code ?? name, status].filter((part) => part !== undefined).join(', ')
  return new MediaStoreProblem(`The media store, ${place.at}, failed (${what}).`)
}
