import { isObject } from '@coffer/fields'

const actions = ['list', 'view', 'create', 'update', 'delete'] as const
type TestedAction = (typeof actions)[number]

/** What a request of a rule test must get: access, none, or a list with this many records. */
export type RuleExpectation = 'allowed' | 'denied' | number

/** An expectation about the rules of a collection, such as `a guest cannot list orders`. It is stored with the collection. */
export interface RuleTest {
  /** A sentence that replaces the derived one. */
  name?: string
  /** Who sends the request: `guest`, `new:COLLECTION` or `COLLECTION/RECORD_ID`. */
  persona: string
  action: TestedAction
  /** Id of the record. */
  record?: string
  /** Values of a record that an admin creates before the request, which is then about that record. */
  given?: Record<string, unknown>
  /** Values that the client sends. */
  data?: Record<string, unknown>
  /** Query parameters by name. */
  query?: Record<string, string>
  /** Headers by name. */
  headers?: Record<string, string>
  expected: RuleExpectation
}

/** What a rule test has found. */
export interface RuleTestResult {
  collectionId: string
  collection: string
  /** Position of the test in its collection. */
  index: number
  test: RuleTest
  isPassed: boolean
  /** Whether it was run. There is no time for tests after others that took too long. */
  hasRun: boolean
  /** Why the test has not passed; '' if it has. */
  message: string
  /** Of a list that the API returns: the number of its records, and the ids of those on the page. */
  total?: number
  listed?: string[]
}

/** Maximum number of tests of a collection, and of characters of one as JSON. */
export const maxRuleTests = 50
export const maxRuleTestLength = 10_000

/** Thrown for tests that cannot be parsed. The message says what to do. */
export class RuleTestError extends Error {}

const isText = (value: unknown): value is string => typeof value === 'string'
const isTexts = (value: unknown): value is Record<string, string> => isObject(value) && Object.values(value).every(isText)
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (isObject(value) && Object.keys(value).length === 0)

function readExpected(value: unknown, action: TestedAction): RuleExpectation {
  if (value === 'allowed' || value === 'denied') return value
  if (action === 'list' && typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
  throw new RuleTestError('"expected" must be "allowed" or "denied", or the number of records in a list')
}

/** Returns an optional part of a test; nothing if it is empty. */
function optional<Key extends string, T>(
  sent: Record<string, unknown>,
  key: Key,
  isValid: (value: unknown) => value is T,
  kind: string,
): { [Name in Key]?: T } {
  const value = sent[key]
  if (isAbsent(value)) return {}
  if (!isValid(value)) throw new RuleTestError(`"${key}" must be ${kind}`)
  return { [key]: value } as { [Name in Key]?: T }
}

function readTest(sent: unknown): RuleTest {
  if (!isObject(sent)) throw new RuleTestError('a test must be an object')
  if (JSON.stringify(sent).length > maxRuleTestLength)
    throw new RuleTestError(`a test has at most ${maxRuleTestLength.toLocaleString('en-US')} characters as JSON`)
  const { persona } = sent
  const action = actions.find(known => known === sent.action)
  if (!isText(persona) || persona === '')
    throw new RuleTestError('"persona" must be "guest", "new:COLLECTION" or "COLLECTION/RECORD_ID"')
  if (!action) throw new RuleTestError(`"action" must be one of ${actions.join(', ')}`)
  const test: RuleTest = {
    ...optional(sent, 'name', isText, 'a text'),
    persona,
    action,
    ...optional(sent, 'record', isText, 'the id of a record'),
    // A record without values is also created.
    ...(isObject(sent.given)
      ? { given: sent.given }
      : optional(sent, 'given', isObject, 'an object with the values of a record')),
    ...optional(sent, 'data', isObject, 'an object with the values of a record'),
    ...optional(sent, 'query', isTexts, 'an object of texts'),
    ...optional(sent, 'headers', isTexts, 'an object of texts'),
    expected: readExpected(sent.expected, action),
  }
  const namesRecord = test.record !== undefined || test.given !== undefined
  if (test.record !== undefined && test.given !== undefined)
    throw new RuleTestError('only one of "record" and "given" names the record')
  if (action === 'create' && namesRecord) throw new RuleTestError('a creation has neither "record" nor "given", only "data"')
  if (action !== 'create' && action !== 'list' && !namesRecord)
    throw new RuleTestError('"record" must be the id of a record, or "given" the values of one that is created for the test')
  if (test.data && 'oldPassword' in test.data) throw new RuleTestError('a test never checks passwords: leave out "oldPassword"')
  return test
}

/**
 * Parses the rule tests of a collection. Empty optional parts are left out.
 * @throws RuleTestError if they are not a list of valid tests, or too many
 */
export function readRuleTests(sent: unknown): RuleTest[] {
  if (sent === undefined || sent === null) return []
  if (!Array.isArray(sent)) throw new RuleTestError('Send the rule tests as a list.')
  if (sent.length > maxRuleTests) throw new RuleTestError(`A collection has at most ${maxRuleTests} rule tests.`)
  return sent.map((test, index) => {
    try {
      return readTest(test)
    } catch (error) {
      throw error instanceof RuleTestError ? new RuleTestError(`Rule test ${index + 1}: ${error.message}.`) : error
    }
  })
}
