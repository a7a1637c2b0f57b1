import { isObject } from '@coffer/fields'
import {
  type CollectionForm,
  findNewerKeys,
  type Issues,
  type RuleTest,
  RuleTestError,
  readFieldDrafts,
  readOmittedDates,
  readRuleTests,
} from '@coffer/schema'
import { randomFieldId } from '../../crypto/randomText.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { ApiRequest } from '../../messages/ApiRequest.ts'
import { readForm, sentObjects } from '../body/readForm.ts'

/** Maximum size of a collection in a request, in bytes. */
export const maxCollectionBytes = 2 * 1024 * 1024

const shape = {
  id: 'text',
  name: 'text',
  type: 'text',
  system: 'flag',
  schema: 'json',
  indexes: 'texts',
  listRule: 'nullableText',
  viewRule: 'nullableText',
  createRule: 'nullableText',
  updateRule: 'nullableText',
  deleteRule: 'nullableText',
  ruleTests: 'json',
  omittedDates: 'texts',
  options: 'json',
} as const

function readOptions(sent: unknown): Record<string, unknown> | null {
  if (sent === null || isObject(sent)) return sent
  throw new Error('The options of a collection are an object.')
}

/** @throws Rejection with an issue that says which test is invalid */
function readTests(sent: unknown): RuleTest[] {
  try {
    return readRuleTests(sent)
  } catch (error) {
    if (!(error instanceof RuleTestError)) throw error
    throw new Rejection('invalid', { issues: { ruleTests: { code: 'validation_invalid_rule_test', message: error.message } } })
  }
}

/**
 * Reads the submitted keys of a collection.
 * @throws Rejection if the body cannot be parsed or a key has the wrong type, or with an issue for each key of PocketBase 0.23 and later
 */
export function readCollectionForm(request: ApiRequest): CollectionForm {
  const { schema, options, ruleTests, omittedDates, ...form } = readForm(request, shape, 'dataMalformed')
  const issues: Issues = Object.assign({}, ...sentObjects(request).map(findNewerKeys))
  if (Object.keys(issues).length > 0) throw new Rejection('invalid', { issues })
  const tests = ruleTests === undefined ? {} : { ruleTests: readTests(ruleTests) }
  try {
    return {
      ...form,
      ...tests,
      ...(omittedDates === undefined ? {} : { omittedDates: readOmittedDates(omittedDates) }),
      ...(schema === undefined ? {} : { schema: readFieldDrafts(schema, randomFieldId) }),
      ...(options === undefined ? {} : { options: readOptions(options) }),
    }
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataMalformed', cause: error })
  }
}
