import { messageOf } from '../../errors/inspectError.ts'
import type { Rejection, RejectionCode, RejectionKind } from '../../errors/Rejection.ts'
import { ApiError } from './ApiError.ts'

const statuses: Readonly<Record<RejectionKind, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  invalid: 400,
  conflict: 400,
  failed: 400,
  limited: 429,
  busy: 503,
  tooSlow: 408,
  outdated: 412,
  internal: 500,
}

type Sentence = string | ((cause: unknown) => string)

const withCause =
  (sentence: string): Sentence =>
  cause =>
    cause === undefined ? sentence : `${sentence} Raw error: \n${messageOf(cause)}`

const sentences: Readonly<Record<RejectionCode, Sentence>> = {
  adminElsewhere: 'Admins cannot use the server from this address. Use an address that the settings list.',
  adminNotCreated: 'Failed to create admin.',
  adminNotDeleted: 'Failed to delete admin.',
  adminNotUpdated: 'Failed to update admin.',
  adminRequired: 'The request requires valid admin authorization token to be set.',
  adminUnsuitable: 'The request requires valid record authorization token to be set.',
  adminsOnly: 'Only admins can perform this action.',
  appleSecretInvalid: 'Invalid client secret data.',
  appleSecretNotCreated: withCause('Failed to generate client secret.'),
  authCollectionMissing: 'Unsupported collection type.',
  authRecordRequired: 'The request requires valid record authorization token to be set.',
  backupNotCreated: withCause('Failed to create backup.'),
  backupNotRemoved: withCause('Invalid or already deleted backup file.'),
  backupNotRetrieved: withCause('Failed to retrieve backup item.'),
  backupNotUploaded: 'Failed to upload backup.',
  backupsNotListed: withCause('Failed to retrieve backup items.'),
  collectionMissing: "The requested resource wasn't found.",
  collectionNotCreated: 'Failed to create the collection.',
  collectionNotDeleted: 'Failed to delete collection due to existing dependency.',
  collectionNotUpdated: 'Failed to update the collection.',
  collectionTypeUnsupported: 'Unsupported collection type.',
  collectionsNotImported: 'Failed to import the submitted collections.',
  dataMalformed: 'Failed to load the submitted data due to invalid formatting.',
  dataNotLoaded: 'An error occurred while loading the submitted data.',
  emailChangeNotRequested: 'Failed to request email change.',
  emailNotChanged: 'Failed to confirm email change.',
  emailNotVerified: 'An error occurred while submitting the form.',
  emailUnverified: 'Please verify your account first.',
  externalAuthMissing: 'Missing external auth provider relation.',
  fileForbidden: 'Insufficient permissions to access the file resource.',
  fileTokenNotCreated: 'Failed to generate file token.',
  formInvalid: 'An error occurred while validating the form.',
  logFilterInvalid: 'Invalid filter format.',
  logStatsNotCreated: 'Failed to generate logs stats.',
  mailNotSent: 'Failed to send the email.',
  mfaInvalid: 'Invalid or expired MFA session.',
  mfaOfOther: 'Invalid MFA session.',
  mfaSameMethod: 'A different authentication method is required.',
  notSignedIn: 'Failed to authenticate.',
  oauth2Disabled: 'The collection is not configured to allow OAuth2 authentication.',
  oauth2TokenNotFetched: 'Something went wrong while processing your request.',
  oauth2UserNotFetched: 'Something went wrong while processing your request.',
  otpDisabled: 'The collection is not configured to allow OTP authentication.',
  otpInvalid: 'Invalid or expired OTP.',
  pageTooDeep: 'The page is too far down for a sort by so many fields. Sort by fewer fields, or narrow the list with a filter.',
  pageTooLarge: 'The records of this page are larger than 64 MB in total. Lower "perPage", or select fewer fields with "fields".',
  passwordNotSet: 'Failed to set new password.',
  passwordsDisabled: 'The collection is not configured to allow password authentication.',
  recordNotCreated: 'Failed to create record.',
  recordNotDeleted: 'Failed to delete record. Make sure that the record is not part of a required relation reference.',
  recordNotUpdated: 'Failed to update record.',
  recordUnsuitable: 'The request requires valid admin authorization token to be set.',
  resourceForbidden: 'Insufficient permissions to access the resource.',
  s3NotTested: withCause('Failed to test the S3 filesystem.'),
  settingsNotSaved: 'An error occurred while submitting the form.',
  signInNotAllowed: "The request doesn't satisfy the collection requirements to authenticate.",
  signInRequired: 'The request requires admin or record authorization token to be set.',
  streamMissing: 'Missing or invalid client id.',
  streamOfOther: "The current and the previous request authorization don't match.",
  subscriptionsNotLoaded: 'Something went wrong while processing your request.',
  testMailNotSent: withCause('Failed to send the test email.'),
  unknownFiles: 'Failed to load the submitted data due to invalid formatting.',
  uploadMissing: 'Missing or invalid uploaded file.',
}

/** Returns the sentence for a rejection; undefined for the default message of its status. */
function sentenceFor({ code, message, cause }: Rejection): string | undefined {
  if (!code) return message || undefined
  const sentence = sentences[code]
  return typeof sentence === 'string' ? sentence : sentence(cause)
}

/** Returns the error with the status and the sentence of PocketBase 0.22 for a rejected operation. */
export function rejectionError(rejection: Rejection): ApiError {
  const { kind, issues, cause, reason, isWarning, retryAfterSeconds } = rejection
  return new ApiError(statuses[kind], sentenceFor(rejection), issues, {
    isWarning,
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}
