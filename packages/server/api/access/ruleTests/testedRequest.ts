import { isObject } from '@coffer/fields'
import { type Collection, isIssue, type RuleTest } from '@coffer/schema'
import { findPersona } from '../../../access/findPersona.ts'
import { createNewUser } from '../../../access/newUser.ts'
import type { Persona } from '../../../access/Persona.ts'
import { randomId } from '../../../crypto/randomText.ts'
import { messageOf } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { writeRecords } from '../../../records/changes/RecordWriter.ts'
import { createRecord } from '../../../records/createRecord.ts'
import { createActor } from '../../../records/rules/Actor.ts'
import { eventActorOf } from '../../../records/rules/eventActorOf.ts'
import { serverAdmin } from '../../../records/rules/Requester.ts'
import type { App } from '../../App.ts'
import type { ExplainedRequest } from '../runRequest.ts'

/** Thrown if a test cannot be run. The message says what to do. */
export class UnpreparedError extends Error {}

/** Replaces `{user}` and `{record}` in all texts of a value. */
function fill<T>(value: T, names: Readonly<Record<string, string>>): T {
  const filled = (part: unknown): unknown => {
    if (typeof part === 'string') return part.replace(/\{(user|record)\}/g, (text, name: string) => names[name] ?? text)
    if (Array.isArray(part)) return part.map(filled)
    return isObject(part) ? Object.fromEntries(Object.entries(part).map(([key, item]) => [key, filled(item)])) : part
  }
  return filled(value) as T
}

/** Stores the record of a new user. It is not validated, so that required fields do not prevent the test. */
async function insertNewUser(app: App, persona: Persona): Promise<Persona> {
  const { requester } = persona
  if (requester.kind !== 'authRecord') return persona
  const { collection } = requester
  const { values } = createNewUser(collection)
  const record = { collection, values: { ...values, tokenKey: randomId() } }
  const rejected = (cause: unknown) => new UnpreparedError(`The new user cannot be stored: ${messageOf(cause)}`)
  await writeRecords(app, eventActorOf(requester), records => records.insert(record, rejected))
  return { ...persona, kind: 'record', requester: { ...requester, record } }
}

/** @throws UnpreparedError if there is no such persona */
async function findRequester(app: App, key: string): Promise<Persona> {
  const persona = await findPersona(app.db, app.catalog, key)
  if (!persona) throw new UnpreparedError(`There is no persona "${key}". Use guest, new:COLLECTION or COLLECTION/RECORD_ID.`)
  return persona.kind === 'newUser' ? insertNewUser(app, persona) : persona
}

/** Says why a record cannot be created. */
function describeFailure(error: unknown): string {
  const issues = error instanceof Rejection ? Object.entries(error.issues) : []
  const reasons = issues.map(([field, issue]) => `${field}: ${isIssue(issue) ? issue.message : 'Invalid value.'}`)
  return `The given record cannot be created. ${reasons.join(' ') || messageOf(error)}`
}

/**
 * Creates a record as an admin. Returns its id.
 * @throws UnpreparedError if the values are invalid
 */
async function createGiven(app: App, collection: Collection, values: Record<string, unknown>): Promise<string> {
  if (collection.type === 'view')
    throw new UnpreparedError('A view has no records of its own. Name a record in place of "given".')
  const admin = createActor({ kind: 'admin', admin: serverAdmin }, { method: 'POST', query: [], headers: {} })
  const { record } = await createRecord(app, admin, collection, { values, files: [] }).catch(error => {
    throw new UnpreparedError(describeFailure(error))
  })
  return String(record.values.id)
}

/** Prepares the request of a rule test: stores its new user and its given record. */
export async function prepareRequest(app: App, collection: Collection, test: RuleTest): Promise<ExplainedRequest> {
  const persona = await findRequester(app, test.persona)
  const { requester } = persona
  const user = { user: requester.kind === 'authRecord' ? String(requester.record.values.id) : '' }
  const created = test.given && (await createGiven(app, collection, fill(test.given, user)))
  const record = created ?? (test.record === undefined ? undefined : fill(test.record, user))
  const names = { ...user, ...(record !== undefined && { record }) }
  const { data = {}, query = {}, headers = {} } = test
  return {
    ...{ persona, collection, action: test.action, record },
    data: fill(data, names),
    query: fill(query, names),
    headers: fill(headers, names),
    dialect: 'v022',
  }
}
