import { MediaStoreProblem } from './file-store.ts'

interface S3Place {
  bucket: string
  at: string
}

type Sentence = (place: S3Place) => string

const rejected: Sentence = ({ bucket, at }) =>
  `${at} rejects the credentials for the bucket ${bucket}. Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, that they may list, get, put and delete, and the clock of this machine.`
const otherRegion: Sentence = ({ bucket }) =>
  `The bucket ${bucket} is in another region. Name its own with --s3-region.`

/** By the error's name, message or status. */
const sentences: Record<string, Sentence> = {
  // A missing file is no error here, so this is about the bucket.
  404: ({ bucket, at }) =>
    `The bucket ${bucket} does not exist at ${at}. Create it, or name another with --media.`,
  403: rejected,
  CredentialsProviderError: rejected,
  301: otherRegion,
  AuthorizationHeaderMalformed: otherRegion,
  'Region is missing': otherRegion,
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
  const sentence = [name, message, status].map((key) => sentences[key ?? '']).find(Boolean)
  if (sentence) return new MediaStoreProblem(sentence(place))
  const what = [code ?? name, status].filter((part) => part !== undefined).join(', ')
  return new MediaStoreProblem(
    `The media store, ${place.at}, failed (${what}). Check it, --s3-endpoint and --s3-region.`,
  )
}
