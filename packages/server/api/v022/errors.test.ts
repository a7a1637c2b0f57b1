import { sentence } from '@coffer/fields'
import { expect, test } from 'vitest'
import { Rejection, toRejection } from '../../errors/Rejection.ts'
import { jsonText } from '../../messages/json.ts'
import { busyReply, errorReply } from '../errorReplies.ts'
import { ApiError, badRequest } from './ApiError.ts'

const bodyOf = (error: unknown) => JSON.parse(String(errorReply(error).json))

test.each([
  ['', ''],
  ['   ', ''],
  ['a', 'A.'],
  [' test ', 'Test.'],
  ['Already.', 'Already.'],
  ['really?', 'Really?'],
  ['no!', 'No!'],
  ['été', 'Été.'],
  ['ß', 'SS.'],
  ['😀 smile', '😀 smile.'],
  ['list:', 'List:.'],
])('formats %j as the sentence %j', (message, expected) => {
  expect(sentence(message)).toBe(expected)
})

test('escapes characters that could end a script or a line', () => {
  expect(jsonText({ t: '<b>&\u2028\u2029</b>' })).toBe('{"t":"\\u003cb\\u003e\\u0026\\u2028\\u2029\\u003c/b\\u003e"}\n')
  expect(jsonText({ '<': 1 })).toBe('{"\\u003c":1}\n')
  expect(jsonText([1, 'é'])).toBe('[1,"é"]\n')
})

test('indents pretty JSON by two spaces', () => {
  expect(jsonText({ a: {}, b: [1] }, true)).toBe('{\n  "a": {},\n  "b": [\n    1\n  ]\n}\n')
})

test.each([
  [badRequest(), 400, 'Something went wrong while processing your request.'],
  [new ApiError(401), 401, 'Missing or invalid authentication token.'],
  [new ApiError(404), 404, "The requested resource wasn't found."],
  [new ApiError(403, 'only admins'), 403, 'Only admins.'],
  [new ApiError(418), 418, ''],
])('responds to %s with its status and message', (error, status, message) => {
  expect(errorReply(error).status).toBe(status)
  expect(bodyOf(error)).toEqual({ code: status, message, data: {} })
})

const diskError = new Error('the disk failed')

test.each([
  [new Rejection('unauthenticated'), 401, 'Missing or invalid authentication token.'],
  [new Rejection('forbidden', { code: 'adminsOnly' }), 403, 'Only admins can perform this action.'],
  [new Rejection('missing', { message: 'nothing to undo' }), 404, 'Nothing to undo.'],
  [new Rejection('invalid'), 400, 'Something went wrong while processing your request.'],
  [new Rejection('conflict', { code: 'recordNotCreated' }), 400, 'Failed to create record.'],
  [toRejection(diskError, 'recordNotUpdated'), 400, 'Failed to update record.'],
  [toRejection(diskError, 'backupNotCreated'), 400, 'Failed to create backup. Raw error: \nthe disk failed.'],
  [toRejection(new Rejection('missing'), 'recordNotUpdated'), 404, "The requested resource wasn't found."],
])('responds to the rejection %s with the status and sentence of PocketBase 0.22', (rejection, status, message) => {
  expect(errorReply(rejection).status).toBe(status)
  expect(bodyOf(rejection)).toEqual({ code: status, message, data: {} })
})

test('the response to a rejection has its issues, and its reason only on request', () => {
  const issues = { title: { code: 'validation_required', message: 'cannot be blank' } }
  const rejection = new Rejection('conflict', { code: 'adminNotDeleted', issues, reason: 'it is the last one' })
  const body = {
    code: 400,
    message: 'Failed to delete admin.',
    data: { title: { ...issues.title, message: 'Cannot be blank.' } },
  }
  expect(bodyOf(rejection)).toEqual(body)
  expect(JSON.parse(String(errorReply(rejection, { query: [['explain', '1']] }).json))).toEqual({
    ...body,
    reason: 'it is the last one',
  })
})

test('issues are sentences in alphabetical order, and nested issues have no wrapper', () => {
  const error = badRequest('failed', {
    name: { code: 'validation_required', message: 'cannot be blank' },
    meta: { appName: { code: 'x', message: 'y' }, message: { code: 'a', message: 'b' } },
  })
  expect(errorReply(error).json).toBe(
    `${JSON.stringify({
      code: 400,
      message: 'Failed.',
      data: {
        meta: { appName: { code: 'x', message: 'Y.' }, message: { code: 'a', message: 'B.' } },
        name: { code: 'validation_required', message: 'Cannot be blank.' },
      },
    })}\n`,
  )
  expect(errorReply(error).failure).toEqual({
    message: 'Failed.',
    details: { meta: { appName: 'y', message: 'b' }, name: 'cannot be blank' },
  })
})

test.each([[new Error('SELECT secret FROM x')], ['a string'], [undefined], [{ status: 500 }], [new RangeError('deep')]])(
  'logs the details of %s and hides them from the client',
  error => {
    const reply = errorReply(error)
    expect(reply.status).toBe(400)
    expect(JSON.parse(String(reply.json))).toEqual({
      code: 400,
      message: 'Something went wrong while processing your request.',
      data: {},
    })
    if (error instanceof Error) expect(reply.failure?.details).toContain(error.message)
  },
)

test('the cause of an error is only logged', () => {
  const reply = errorReply(badRequest('Failed to authenticate.', {}, new Error('no rows')))
  expect(reply.json).not.toContain('no rows')
  expect(reply.failure).toMatchObject({ message: 'Failed to authenticate.', details: expect.stringContaining('no rows') })
})

test('indents errors if requested', () => {
  expect(errorReply(new ApiError(404, 'Not Found.'), { query: [['pretty', 'false']] }).json).toBe(
    '{\n  "code": 404,\n  "message": "Not Found.",\n  "data": {}\n}\n',
  )
})

test('a busy server says when to retry', () => {
  expect(busyReply(new Error('full'))).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } })
})

test('a request for details gets the position of an error and the reason behind a vague message', () => {
  const issue = { code: 'validation_invalid_rule', message: 'unknown field', position: { start: 3, end: 5 } }
  const error = new ApiError(400, 'failed', { listRule: issue }, { reason: 'Because.' })
  const explained = JSON.parse(String(errorReply(error, { query: [['explain', '']] }).json))
  expect(explained).toEqual({
    code: 400,
    message: 'Failed.',
    reason: 'Because.',
    data: { listRule: { code: 'validation_invalid_rule', message: 'Unknown field.', position: { start: 3, end: 5 } } },
  })
  expect(bodyOf(error)).toEqual({
    code: 400,
    message: 'Failed.',
    data: { listRule: { code: 'validation_invalid_rule', message: 'Unknown field.' } },
  })
})
