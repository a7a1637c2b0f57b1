import type { Issues } from '@coffer/schema'

/**
 * Why an operation was rejected: the requester has to sign in or is not allowed to perform it, what it names does not exist, the input
 * is invalid, it conflicts with the stored data or with other work, or it failed for a reason that only the log shows. Or the client has
 * exceeded its limit, the server has no room for more, the client was too slow, what it changes has changed since, or code of the
 * server has failed.
 */
export type RejectionKind =
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'invalid'
  | 'conflict'
  | 'failed'
  | 'limited'
  | 'busy'
  | 'tooSlow'
  | 'outdated'
  | 'internal'

/** What did not happen, where a protocol has its own sentence for it. `api/v022/rejections.ts` has the sentences of PocketBase 0.22. */
export type RejectionCode =
  | 'adminElsewhere'
  | 'adminNotCreated'
  | 'adminNotDeleted'
  | 'adminNotUpdated'
  | 'adminRequired'
  | 'adminUnsuitable'
  | 'adminsOnly'
  | 'appleSecretInvalid'
  | 'appleSecretNotCreated'
  | 'authCollectionMissing'
  | 'authRecordRequired'
  | 'backupNotCreated'
  | 'backupNotRemoved'
  | 'backupNotRetrieved'
  | 'backupNotUploaded'
  | 'backupsNotListed'
  | 'collectionMissing'
  | 'collectionNotCreated'
  | 'collectionNotDeleted'
  | 'collectionNotUpdated'
  | 'collectionTypeUnsupported'
  | 'collectionsNotImported'
  | 'dataMalformed'
  | 'dataNotLoaded'
  | 'emailChangeNotRequested'
  | 'emailNotChanged'
  | 'emailNotVerified'
  | 'emailUnverified'
  | 'externalAuthMissing'
  | 'fileForbidden'
  | 'fileTokenNotCreated'
  | 'formInvalid'
  | 'logFilterInvalid'
  | 'logStatsNotCreated'
  | 'mailNotSent'
  | 'mfaInvalid'
  | 'mfaOfOther'
  | 'mfaSameMethod'
  | 'notSignedIn'
  | 'oauth2Disabled'
  | 'oauth2TokenNotFetched'
  | 'oauth2UserNotFetched'
  | 'otpDisabled'
  | 'otpInvalid'
  | 'pageTooDeep'
  | 'pageTooLarge'
  | 'passwordNotSet'
  | 'passwordsDisabled'
  | 'recordNotCreated'
  | 'recordNotDeleted'
  | 'recordNotUpdated'
  | 'recordUnsuitable'
  | 'resourceForbidden'
  | 's3NotTested'
  | 'settingsNotSaved'
  | 'signInNotAllowed'
  | 'signInRequired'
  | 'streamMissing'
  | 'streamOfOther'
  | 'subscriptionsNotLoaded'
  | 'testMailNotSent'
  | 'unknownFiles'
  | 'uploadMissing'

interface Details extends ErrorOptions {
  code?: RejectionCode
  /** A sentence about the cause, for the client; absent if there is a code or if the issues say everything. */
  message?: string
  issues?: Issues
  /** The reason behind a message that the protocol keeps vague. */
  reason?: string
  /** Whether it is logged as a warning, because it happens in daily use. */
  isWarning?: boolean
  /** Seconds after which the client can try again. */
  retryAfterSeconds?: number
}

/** Returns `recordNotCreated` as `record not created`, for logs and the terminal. */
const wordsOf = (code: RejectionCode): string => code.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)

/** A rejected operation, in no protocol's words: the API turns it into a response, the command line into a sentence. */
export class Rejection extends Error {
  readonly kind: RejectionKind
  readonly code: RejectionCode | undefined
  readonly issues: Issues
  readonly reason: string | undefined
  readonly isWarning: boolean
  readonly retryAfterSeconds: number | undefined

  constructor(kind: RejectionKind, details: Details = {}) {
    const { code, message, issues = {}, reason, isWarning = false, retryAfterSeconds, ...options } = details
    super(message ?? (code ? wordsOf(code) : ''), options)
    this.kind = kind
    this.code = code
    this.issues = issues
    this.reason = reason
    this.isWarning = isWarning
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Thrown if a hook inside of the transaction of a change rejects it, fails or takes too long. Operations do not convert it. */
export class HookRejection extends Rejection {}

/** Returns a rejection as it is. Any other error becomes the cause of a new one; issues, if any, say what the input conflicts with. */
export function toRejection(error: unknown, code: RejectionCode, issues: Issues = {}): Rejection {
  if (error instanceof Rejection) return error
  return new Rejection(Object.keys(issues).length > 0 ? 'conflict' : 'failed', { code, issues, cause: error })
}
