import type { Issue } from '@coffer/fields'
import type { Answer } from '../EndpointDocs.ts'

const messages: Record<number, string> = {
  400: 'Something went wrong while processing your request.',
  403: 'You are not allowed to perform this request.',
  404: "The requested resource wasn't found.",
}

/** An answer that refuses, with the server's own words. */
export const failure = (
  status: number,
  when: string,
  message = messages[status] ?? '',
  data: Record<string, Issue> = {},
): Answer => ({ status, when, body: { code: status, message, data } })

export const blank: Issue = { code: 'validation_required', message: 'Cannot be blank.' }

export const badToken: Issue = { code: 'validation_invalid_token', message: 'Invalid or expired token.' }

/** An answer to a request for a mail. */
export const badEmail = failure(400, 'The email is missing or none.', 'An error occurred while validating the form.', {
  email: { code: 'validation_is_email', message: 'Must be a valid email address.' },
})

export const adminsOnly = failure(403, 'Somebody else than an admin asks.', 'Only admins can perform this action.')

/** Of what only a signed-in account may do. */
export const accountRefusals = (collection: string): Answer[] => [
  failure(401, 'Nobody is signed in, or an admin.', 'The request requires valid record authorization token to be set.'),
  failure(
    403,
    `An account of another collection than \`${collection}\` asks; the message names that one.`,
    'The request requires auth record from OTHER collection.',
  ),
]

/** Of what only admins and the account itself may do. */
export const ownerRefusals: readonly Answer[] = [
  failure(401, 'Nobody is signed in.', 'The request requires admin or record authorization token to be set.'),
  failure(403, 'Another account asks.'),
]
