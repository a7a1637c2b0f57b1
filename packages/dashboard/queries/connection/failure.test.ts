import { ClientResponseError } from 'pocketbase'
import { describe, expect, it, test } from 'vitest'
import { fieldErrorsOf, isAborted, isSilent, issuePositionsOf, messageOf, statusOf, toastTextOf } from './failure.ts'

const answered = (status: number, data: object) => new ClientResponseError({ status, data })

describe('messageOf', () => {
  it.each([
    ['the message of the response', answered(400, { message: 'Failed to create record.' }), 'Failed to create record.'],
    [
      'the reason, if there is one',
      answered(400, { message: 'Failed to update the collection.', reason: 'there is already an index' }),
      'Failed to update the collection: there is already an index',
    ],
    [
      'the message and the raw error in one sentence',
      answered(400, { message: 'Failed to create backup. Raw error: \nNoSuchBucket: The bucket does not exist.' }),
      'Failed to create backup: NoSuchBucket: The bucket does not exist.',
    ],
    [
      'a hint to check the connection if the server is unreachable',
      answered(0, {}),
      'The server cannot be reached. Check the connection and try again.',
    ],
    [
      'the status of a response without a message',
      answered(502, {}),
      'The server returned an error (status 502). Try again in a moment.',
    ],
    ['the message of any other error', new TypeError('x is not a function'), 'x is not a function'],
    ['a thrown string', 'plain text', 'plain text'],
  ])('messageOf returns %s', (_, error, message) => {
    expect(messageOf(error)).toBe(message)
  })
})

describe('fieldErrorsOf', () => {
  it.each([
    [{ title: { code: 'validation_required', message: 'Missing required value.' } }, { title: 'Missing required value.' }],
    [{ title: { code: 'validation_required', message: '' } }, { title: 'validation_required' }],
    [{ title: { code: '', message: '' } }, { title: 'Invalid value' }],
    [{ title: {} }, { title: 'Invalid value' }],
    [{ title: 'broken' }, { title: 'Invalid value' }],
    [{ title: null }, { title: 'Invalid value' }],
    [{ meta: { appName: { code: 'c', message: 'Cannot be blank.' } } }, { 'meta.appName': 'Cannot be blank.' }],
    [{ code: { code: 'validation_required', message: 'A field may be called code.' } }, { code: 'A field may be called code.' }],
    [{}, {}],
    [null, {}],
    ['text', {}],
  ])('fieldErrorsOf returns the flattened errors of %j', (data, errors) => {
    expect(fieldErrorsOf(answered(400, { data }))).toEqual(errors)
  })

  it('returns no field errors for an error that is not a response', () => {
    expect(fieldErrorsOf(new Error('x'))).toEqual({})
  })
})

it('isAborted, isSilent and statusOf distinguish canceled requests, ended sessions and failed responses', () => {
  expect(isAborted(new ClientResponseError(new DOMException('aborted', 'AbortError')))).toBe(true)
  expect(isAborted(answered(400, {}))).toBe(false)
  expect([401, 403, 400, 0].map(status => isSilent(answered(status, {})))).toEqual([true, false, false, false])
  expect([statusOf(answered(404, {})), statusOf(new Error('x'))]).toEqual([404, undefined])
})

test('issuePositionsOf returns the positions that the server sent with field errors', () => {
  const issue = { code: 'validation_invalid_rule', message: 'Invalid.', position: { start: 3, end: 7 } }
  const data = { listRule: issue, viewRule: { ...issue, position: 3 }, name: null, options: { manageRule: issue } }
  expect(issuePositionsOf(answered(400, { data }))).toEqual({
    listRule: { start: 3, end: 7 },
    'options.manageRule': { start: 3, end: 7 },
  })
  expect(issuePositionsOf(new Error('no response'))).toEqual({})
})

test.each([
  ['nothing if the errors at the inputs say all of it', 'Something went wrong while processing your request.', true, undefined],
  ['nothing for the generic message of today either', 'An error occurred while validating the submitted data.', true, undefined],
  ['the message if it says more', 'Failed to create record.', true, 'Failed to create record.'],
  [
    'the errors of fields without an input',
    'Something went wrong while processing your request.',
    false,
    'duration: Must be no less than 0.',
  ],
])('toastTextOf returns %s', (_, message, hasInput, text) => {
  const error = answered(400, { message, data: { duration: { code: 'too_small', message: 'Must be no less than 0.' } } })
  expect(toastTextOf(error, () => hasInput)).toBe(text)
})
