import { isObject } from '@coffer/fields'
import { type RuleTest, RuleTestError, readRuleTests } from '@coffer/schema'
import { parseHeaders, printHeaders } from '../../access/explain/headersText.ts'

/** A rule test as it is typed. */
export interface RuleTestDraft {
  name: string
  persona: string
  action: RuleTest['action']
  /** Whether an admin creates the record for the test. */
  isGiven: boolean
  given: string
  record: string
  data: string
  query: string
  /** One per line. */
  headers: string
  expected: 'allowed' | 'denied' | 'count'
  count: string
}

const jsonOf = (value: object | undefined): string => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** Returns the draft of a test, or of a new one. */
export function draftOf(test: RuleTest | undefined): RuleTestDraft {
  const { name = '', persona = 'guest', action = 'list', given, record = '', data, query } = test ?? {}
  const { headers = {}, expected = 'denied' } = test ?? {}
  const isCount = typeof expected === 'number'
  return {
    ...{ name, persona, action, record },
    isGiven: record === '',
    given: jsonOf(given),
    data: jsonOf(data),
    query: new URLSearchParams(query).toString(),
    headers: printHeaders(headers),
    expected: isCount ? 'count' : expected,
    count: isCount ? String(expected) : '1',
  }
}

/** An input of the dialog that has an error of its own. */
type CheckedInput = 'given' | 'data' | 'headers'

/** An error of a draft, and the input that it is about; undefined for the test as a whole. */
export interface DraftError {
  input?: CheckedInput
  message: string
}

class InputError extends Error {
  readonly input: CheckedInput

  constructor(input: CheckedInput, message: string) {
    super(message)
    this.input = input
  }
}

function readJson(text: string, input: CheckedInput): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // Not JSON, like a value that is not an object.
  }
  throw new InputError(input, 'Enter a JSON object, such as {"title": "New"}.')
}

/** Which inputs an action needs. */
export function inputsOf({ action }: RuleTestDraft) {
  return {
    record: action !== 'create',
    needsRecord: action !== 'create' && action !== 'list',
    data: action === 'create' || action === 'update',
  }
}

function readHeaders(text: string): Record<string, string> {
  const headers = parseHeaders(text)
  if (headers) return headers
  throw new InputError('headers', 'Enter each header as NAME: VALUE, one per line.')
}

/** Converts a draft to a test. Returns an error if the draft is invalid. */
export function testOf(draft: RuleTestDraft): { test: RuleTest } | { error: DraftError } {
  const inputs = inputsOf(draft)
  try {
    const given = draft.isGiven && inputs.record ? readJson(draft.given, 'given') : undefined
    const [test] = readRuleTests([
      {
        name: draft.name.trim(),
        persona: draft.persona.trim(),
        action: draft.action,
        ...(draft.isGiven && inputs.needsRecord ? { given: given ?? {} } : given && { given }),
        ...(!draft.isGiven && inputs.record && { record: draft.record.trim() }),
        ...(inputs.data && { data: readJson(draft.data, 'data') }),
        query: Object.fromEntries(new URLSearchParams(draft.query)),
        headers: readHeaders(draft.headers),
        expected: draft.expected === 'count' ? Number(draft.count) : draft.expected,
      },
    ])
    return test ? { test } : { error: { message: '' } }
  } catch (error) {
    if (error instanceof InputError) return { error: { input: error.input, message: error.message } }
    if (!(error instanceof RuleTestError)) throw error
    const reason = error.message.replace(/^Rule test 1: /, '')
    return { error: { message: `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.` } }
  }
}
