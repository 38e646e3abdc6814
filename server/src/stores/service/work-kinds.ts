import type { Lane } from '../engine/schema.ts'

export type { Lane }

/** What a cache in front of the API stores: responses to a key, or the media of an account under this surrogate key. */
export type Purged = { keyHash: string; isRepeated?: true } | { mediaId: string }

/** What is stored of the listing of an account's posts between two runs. */
export interface PostsState {
  /** When a listing last reached the oldest post, in milliseconds since the epoch; null if never. */
  listedAt: number | null
  /** Where the next run continues an interrupted listing; null to start with the newest post. See posts-refresh.ts. */
  progress: unknown
  /** How many parts of the last listing could not be read, by their names, such as `post.caption`. */
  leftOut?: Readonly<Record<string, number>>
  /** The posts that an earlier complete listing lacked, and that are still served; see listed-posts.ts. */
  missing?: MissingPosts | null
}

export interface MissingPosts {
  ids: readonly string[]
  /** In milliseconds since the epoch. */
  since: number
}

/** What each kind of work has to know. Jobs recur: an account has one of each kind. All others are messages. */
export interface Payloads {
  posts: PostsState | null
  profile: null
  token: null
  broken_connection_mail: { reason: string | null }
  sign_up_mail: { email: string }
  reset_password_mail: { email: string }
  /** To the address that an owner wants to change to. */
  change_email_mail: { ownerId: string; email: string; newEmail: string }
  /** A change that a signed-in owner made: `about` is a new address, or an account with @. */
  notice_mail: { email: string; notice: Notice; about: string }
  /** Purges what caches in front store. The SHA-256 of a key, in hexadecimal, names responses to it. */
  clear_edge: Purged
  /** Deletes a disconnected account with its posts. */
  delete_account: null
  /** Deletes files that nothing shows, by their ids. */
  delete_files: { files: readonly string[] }
  /** Deletes the folder of a deleted account's media, and then purges caches of them. The last of these ends only if it finds nothing. */
  delete_media: { mediaId: string; hasFiles: boolean; isLast: boolean }
}

export type WorkKind = keyof Payloads
export type JobKind = 'posts' | 'profile' | 'token'
export type MessageKind = Exclude<WorkKind, JobKind>
export type MailKind = Extract<WorkKind, `${string}_mail`>
export type Notice = 'newKey' | 'disconnected' | 'changingEmail' | 'changedEmail'
type AccountWork =
  | JobKind
  | 'broken_connection_mail'
  | 'delete_account'
  | 'delete_files'
  | 'delete_media'

export const jobKinds = ['posts', 'profile', 'token'] as const satisfies JobKind[]
export const isJob = (kind: WorkKind): kind is JobKind =>
  (jobKinds as readonly WorkKind[]).includes(kind)

// The platform renews tokens that are between one and sixty days old. A week leaves time for many attempts.
export const renewalAgeMs = 7 * 86_400_000

/** The lanes of jobs, in the order in which they are claimed. */
export const jobLanes = ['urgent', 'routine'] as const satisfies Lane[]

export type MessageLane = Exclude<Lane, (typeof jobLanes)[number]>

/** How many messages of each lane are delivered at the same time, for each account that is refreshed. A purge only waits. */
export const deliveriesPerRefresh = {
  mail: 1,
  deletion: 1,
  purge: 8,
} as const satisfies Record<MessageLane, number>

export const messageLanes = Object.keys(deliveriesPerRefresh) as MessageLane[]

export const lanes: readonly Lane[] = [...jobLanes, ...messageLanes]

/** About a day: a minute, then twice as long each time, then hourly. From then on, a job runs once a day. */
export const frequentAttempts = 24

export const laneOf: Record<MessageKind, MessageLane> = {
  broken_connection_mail: 'mail',
  sign_up_mail: 'mail',
  reset_password_mail: 'mail',
  change_email_mail: 'mail',
  notice_mail: 'mail',
  clear_edge: 'purge',
  delete_account: 'deletion',
  delete_files: 'deletion',
  delete_media: 'deletion',
}

/** Work of one kind, or of several, that this process has claimed until the lease ends. */
export type ClaimedWork<Kind extends WorkKind = WorkKind> = {
  [Each in Kind]: {
    id: number
    kind: Each
    lane: Lane
    /** Null for work that concerns no account. */
    accountId: Each extends AccountWork ? number : number | null
    payload: Payloads[Each]
    /** How many runs have failed since the last one that succeeded, or since the work was requested. */
    attempts: number
    /** When the first of the failed runs ended, in milliseconds since the epoch; null if the last run succeeded. */
    failingSince: number | null
    runAt: number
    /** Grows with every claim. A process whose lease ended, and whose work another process claimed, no longer matches it. */
    fence: number
  }
}[Kind]

export type ClaimedJob = ClaimedWork<JobKind>

/** The lease was lost, or the account was disconnected: the run must not store anything. */
export class LostJob extends Error {
  override name = 'LostJob'
}
