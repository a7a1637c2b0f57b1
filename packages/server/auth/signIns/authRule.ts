import { type AuthCollection, cofferAuth } from '@coffer/schema'
import type { Reader } from '../../db/engine.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { Visibility } from '../../query/compile/Condition.ts'
import { readFilter } from '../../query/compile/readFilter.ts'
import { findAllowedRow, type Lookup } from '../../records/access/findAllowed.ts'
import type { StoredRecord } from '../../records/rows/StoredRecord.ts'

/**
 * Whether a record meets a filter.
 * @param emptyMatches see `Visibility`
 * @throws FilterError or QueryError for an invalid filter
 */
export async function meetsFilter(
  reader: Reader,
  { collection, values }: StoredRecord,
  filter: string,
  lookup: Lookup,
  emptyMatches?: Visibility['emptyMatches'],
): Promise<boolean> {
  const conditions = [{ filter: readFilter(filter), allowHidden: true, ...(emptyMatches !== undefined && { emptyMatches }) }]
  return (await findAllowedRow(reader, collection, String(values.id), conditions, lookup)) !== undefined
}

/**
 * Asserts that a record meets the rule for sign-ins of its collection.
 * @throws Rejection `forbidden`
 */
export async function assertMeetsAuthRule(
  reader: Reader,
  collection: AuthCollection,
  record: StoredRecord,
  lookup: Lookup,
): Promise<void> {
  const { authRule } = cofferAuth(collection.options)
  if (authRule === '') return
  const notAllowed = (cause?: unknown) => new Rejection('forbidden', { code: 'signInNotAllowed', cause })
  if (authRule === null) throw notAllowed()
  // If the rule is invalid, for example because it names a removed field, no record can sign in.
  const isAllowed = await meetsFilter(reader, record, authRule, lookup).catch(error => {
    throw notAllowed(error)
  })
  if (!isAllowed) throw notAllowed()
}

/**
 * Asserts that a record may get a token, however it has signed in.
 * @throws Rejection `forbidden` if it is not verified although its collection requires that, or does not meet the rule for sign-ins
 */
export async function assertMayAuthenticate(
  reader: Reader,
  collection: AuthCollection,
  record: StoredRecord,
  lookup: Lookup,
): Promise<void> {
  if (collection.options.onlyVerified && record.values.verified !== true)
    throw new Rejection('forbidden', { code: 'emailUnverified' })
  await assertMeetsAuthRule(reader, collection, record, lookup)
}
