import { sentence } from '@coffer/fields'
import { ownValue } from '@coffer/fields/ownValue'
import { Rejection, type RejectionCode } from '../../errors/Rejection.ts'
import { ApiError } from '../v022/ApiError.ts'
import { knownError, mapIssues } from '../v022/errors.ts'
import { todayIssue } from './issues.ts'

/** The messages of statuses that differ from PocketBase 0.22. */
const messagesOfStatus: Readonly<Record<string, string>> = {
  'Missing or invalid authentication token.': 'Missing or invalid authentication.',
}

const guestRejected = 'The request requires valid record authorization token.'
const requirementsMissed = "The request doesn't satisfy the collection requirements to authenticate."
const invalidData = 'An error occurred while validating the submitted data.'
const unspecific = 'Something went wrong while processing your request.'

/** The sentence of a rejection, and its status where it is another one than in 0.22. */
type Words = string | readonly [status: number, message: string]

/** The rejections that PocketBase 0.23 and later word differently from 0.22. */
const words: Readonly<Partial<Record<RejectionCode, Words>>> = {
  adminElsewhere: 'Superusers cannot use the server from this address. Use an address that the settings list.',
  adminNotCreated: 'Failed to create record.',
  adminNotDeleted: "You can't delete the only existing superuser.",
  adminNotUpdated: 'Failed to update record.',
  adminRequired: guestRejected,
  adminsOnly: 'Only superusers can perform this action.',
  adminUnsuitable: [403, 'The request requires auth record from _superusers collection.'],
  authCollectionMissing: [404, 'Missing or invalid auth collection context.'],
  authRecordRequired: guestRejected,
  collectionMissing: 'Missing collection context.',
  collectionNotCreated: 'Failed to create collection.',
  collectionNotDeleted: 'Failed to delete collection.',
  collectionNotUpdated: 'Failed to update collection.',
  collectionsNotImported: 'Failed to import collections.',
  dataMalformed: unspecific,
  emailUnverified: requirementsMissed,
  fileForbidden: [404, "The requested resource wasn't found."],
  fileTokenNotCreated: [401, guestRejected],
  formInvalid: invalidData,
  emailChangeNotRequested: invalidData,
  oauth2Disabled: [403, 'The collection is not configured to allow OAuth2 authentication.'],
  oauth2TokenNotFetched: 'Failed to fetch OAuth2 token.',
  oauth2UserNotFetched: 'Failed to fetch OAuth2 user.',
  passwordsDisabled: [403, 'The collection is not configured to allow password authentication.'],
  recordUnsuitable: [403, 'The authorized record is not allowed to perform this action.'],
  settingsNotSaved: 'An error occurred while saving the new settings.',
  signInRequired: guestRejected,
  unknownFiles: unspecific,
  emailNotVerified: invalidData,
  emailNotChanged: invalidData,
  passwordNotSet: invalidData,
}

function rewritten(known: ApiError, status: number, message: string): ApiError {
  const { reason, isWarning, retryAfterSeconds, cause } = known
  return new ApiError(status, message, known.data, {
    isWarning,
    ...(cause === undefined ? {} : { cause }),
    ...(reason === undefined ? {} : { reason }),
    ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
  })
}

/** What has failed if the data of a request is invalid, by its method and path. */
const failures: readonly (readonly [RegExp, string])[] = [
  [/^POST \/api\/collections\/[^/]+\/records\/?$/, 'Failed to create record.'],
  [/^PATCH \/api\/collections\/[^/]+\/records\/[^/]+\/?$/, 'Failed to update record.'],
  [/^POST \/api\/collections\/?$/, 'Failed to create collection.'],
  [/^PATCH \/api\/collections\/[^/]+\/?$/, 'Failed to update collection.'],
  [/^PATCH \/api\/settings\/?$/, 'An error occurred while saving the new settings.'],
  [/^POST \/api\/settings\/test\/email\/?$/, 'Failed to send the test email.'],
]

function failureOf(method: string, url: string): string {
  const request = `${method} ${url.split('?', 1)[0]}`
  return failures.find(([pattern]) => pattern.test(request))?.[1] ?? invalidData
}

/** What the sentence of an error depends on. */
interface Failed {
  method?: string
  url?: string
}

/** Returns the sentence of an error that no code distinguishes. */
function generalMessage(
  { message, status, data }: Pick<ApiError, 'message' | 'status' | 'data'>,
  { method = 'GET', url = '' }: Failed,
): string {
  if (status === 429) return 'Too Many Requests.'
  if (message === 'Not Found')
    return method === 'GET' || method === 'HEAD' ? 'File not found.' : "The requested resource wasn't found."
  if (message === unspecific && Object.keys(data).length > 0) return failureOf(method, url)
  return ownValue(messagesOfStatus, message) ?? message
}

/** Returns the error with the status and the sentence of PocketBase 0.23 and later. */
export function todayError(error: unknown, failed: Failed = {}): ApiError {
  const known = knownError(error)
  const code = error instanceof Rejection ? error.code : undefined
  const said = code && words[code]
  const [status, message] = typeof said === 'object' ? said : [known.status, said ?? known.message]
  const isGeneral = !said || said === unspecific
  return rewritten(known, status, isGeneral ? generalMessage({ ...known, message }, failed) : message)
}

/** Returns the envelope of PocketBase 0.23 and later for an error. */
export function todayEnvelope({ status, message, data }: ApiError): Record<string, unknown> {
  return { data: mapIssues(data, todayIssue), message: sentence(message), status }
}
