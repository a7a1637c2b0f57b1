import type { Issue } from '@coffer/fields'
import type { DocumentedResponse } from '../EndpointDocs.ts'

const messages: Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
}

/** Creates an error response with the server's message. */
export function failure(
  status: number,
  when: string,
  message = messages[status] ?? '',
  data: Record<string, Issue> = {},
): DocumentedResponse {
  return { status, when, body: { code: status, message, data } }
}

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

export const badToken: Issue = { code: 'validation_invalid_token', message: 'Invalid or expired token.' }

/** Error response to a request for a mail. */
export const badEmail = failure(400, 'The email is missing or invalid.', 'An error occurred while validating the form.', {
  email: { code: 'validation_is_email', message: 'Must be a valid email address.' },
})

export const adminsOnly = failure(403, 'Not signed in as an admin.', 'Only admins can perform this action.')

/** Error responses of calls that require a signed-in auth record. */
export function accountErrors(collection: string): DocumentedResponse[] {
  return [
    failure(401, 'Not signed in as a user.', 'The request requires valid record authorization token to be set.'),
    failure(
      403,
      `Signed in as a record of a collection other than \`${collection}\`. The message names that collection.`,
      'The request requires auth record from OTHER collection.',
    ),
  ]
}

/** Error responses of calls that are allowed only to admins and the auth record itself. */
export const ownerErrors: readonly DocumentedResponse[] = [
  failure(401, 'Not signed in.', 'The request requires admin or record authorization token to be set.'),
  failure(403, 'Signed in as another auth record.'),
]
