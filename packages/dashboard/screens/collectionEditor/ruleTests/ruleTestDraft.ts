import { type RuleTest, RuleTestError, readRuleTests } from '@coffer/schema'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import { dataIssue, headersIssue, parseData, parseHeaders, printHeaders } from '../../access/explain/requestTexts.ts'

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

/** Which inputs an action needs. */
export function inputsOf({ action }: RuleTestDraft) {
  return {
    record: action !== 'create',
    needsRecord: action !== 'create' && action !== 'list',
    data: action === 'create' || action === 'update',
  }
}

/**
 * Converts a draft to a test. If the draft is invalid, returns the issues by the keys of its inputs instead. An issue of the test as a
 * whole is one of the name.
 */
export function testOf(draft: RuleTestDraft): { test: RuleTest | undefined; issues: FieldErrors } {
  const inputs = inputsOf(draft)
  const isGiven = draft.isGiven && inputs.record
  const persona = draft.persona.trim()
  const record = !draft.isGiven && inputs.record ? draft.record.trim() : ''
  const given = parseData(isGiven ? draft.given : '')
  const data = parseData(inputs.data ? draft.data : '')
  const headers = parseHeaders(draft.headers)
  const isCount = draft.expected === 'count'
  const issues: FieldErrors = {
    ...(persona === '' && { persona: 'Enter a user.' }),
    ...(inputs.needsRecord && !isGiven && record === '' && { record: 'Enter the id of a record.' }),
    ...(!given && { given: dataIssue }),
    ...(!data && { data: dataIssue }),
    ...(!headers && { headers: headersIssue }),
    ...(isCount && !/^\d+$/.test(draft.count.trim()) && { count: 'Enter a number, such as 3.' }),
  }
  if (Object.keys(issues).length > 0) return { test: undefined, issues }
  try {
    const [test] = readRuleTests([
      {
        name: draft.name.trim(),
        persona,
        action: draft.action,
        // The record of a list is optional. For other actions one is created, even without values.
        ...(isGiven && (inputs.needsRecord || draft.given.trim() !== '') && { given }),
        record,
        data,
        query: Object.fromEntries(new URLSearchParams(draft.query)),
        headers,
        expected: isCount ? Number(draft.count) : draft.expected,
      },
    ])
    return { test, issues }
  } catch (error) {
    if (!(error instanceof RuleTestError)) throw error
    const reason = error.message.replace(/^Rule test 1: /, '')
    return { test: undefined, issues: { name: `${reason.charAt(0).toUpperCase()}${reason.slice(1).replace(/\.$/, '')}.` } }
  }
}
