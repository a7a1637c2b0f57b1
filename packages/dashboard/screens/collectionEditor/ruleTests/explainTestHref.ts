import type { Collection, Rule, RuleTest } from '@coffer/schema'
import { explainHref } from '../../../shell/address/addressSearch.ts'

/**
 * Returns the link to the explanation of a test's request. Undefined if an address cannot name the request: its record or user exists
 * only during the test, or it has data or headers.
 * @param rule the edited rule of the test's action; undefined if it is the stored one
 */
export function explainTestHref(
  { persona, action, record, given, data, query, headers }: RuleTest,
  collectionId: string,
  rule: Rule | undefined,
  collections: readonly Collection[],
): string | undefined {
  if (given || data || headers || rule === null || rule === '') return undefined
  const request = {
    ...{ explain: action, collectionId },
    ...(record !== undefined && { recordId: record }),
    ...(query && { query: new URLSearchParams(query).toString() }),
    ...(rule !== undefined && { rule }),
  }
  if (persona === 'guest') return explainHref(request)
  const [of, id] = persona.split('/')
  const users = collections.find(known => known.id === of || known.name === of)
  return users && id !== undefined ? explainHref({ ...request, persona: `${users.id}/${id}` }) : undefined
}
