import { isObject } from '@coffer/fields'
import type { Issues } from '../../issues/Issues.ts'
import type { NewerAuthCollection } from '../auth/AuthPart.ts'
import { newerAuthKeys } from '../auth/cofferAuth.ts'
import { type FieldDraft, ruleNames } from '../CollectionDraft.ts'
import type { CollectionForm } from '../CollectionForm.ts'
import { MalformedCollection } from '../readFieldDrafts.ts'
import { duplicatedName } from '../validate/validateFields.ts'
import { findAuthIssues, type Present } from './findAuthIssues.ts'
import { findIgnoredOptions } from './findIgnoredOptions.ts'
import { ImportNotes } from './ImportNote.ts'
import { isUnchanged } from './isUnchanged.ts'
import { type NewerField, newerCollection } from './NewerCollection.ts'
import { newerFieldId } from './newerIds.ts'
import { isEquivalent } from './noteFixedField.ts'
import { translateCollection } from './translateCollection.ts'
import { unsupported } from './unsupported.ts'

type Json = Readonly<Record<string, unknown>>

/** The keys that a body in the format of PocketBase 0.23 and later can change here. The server sets the dates. */
const changeable = new Set<string>([
  ...['id', 'name', 'type', 'system', 'fields', 'indexes', 'viewQuery', 'created', 'updated'],
  ...['manageRule', 'passwordAuth', ...newerAuthKeys, ...ruleNames],
])

/** The keys of a fixed field that can be changed, by its name. */
const changeableOfFixed: Readonly<Record<string, readonly string[]>> = {
  password: ['min'],
  email: ['required', 'exceptDomains', 'onlyDomains'],
}

/** What to send instead of keys of the other format. */
export const formerKeys: ReadonlyMap<string, string> = new Map([
  ['schema', 'This is a key of PocketBase 0.22. Send "fields" instead, with the options of a field beside its name.'],
  ['options', 'This is a key of PocketBase 0.22. Send each option as a key of its own, such as "viewQuery" or "authRule".'],
])

function findUnsupportedKeys(body: Json, present: Json): Issues {
  const issues: Issues = {}
  for (const [key, value] of Object.entries(body)) {
    const former = formerKeys.get(key)
    if (former !== undefined) issues[key] = unsupported(former)
    else if (!changeable.has(key) && !isUnchanged(value, present[key]))
      issues[key] = unsupported(
        `This server cannot change "${key}" of a collection. Leave it out; see "Which SDK?" in the manual.`,
      )
  }
  return issues
}

const fieldsIn = (collection: Json): NewerField[] =>
  (Array.isArray(collection.fields) ? collection.fields : []).filter(isObject) as unknown as NewerField[]

/**
 * Finds sent keys of fields that this server cannot change, because every collection has the field, or that it would ignore. The issue
 * of a field with the name of a field that every collection has, but another type, is the only one.
 * @param start the position of the first sent field among all fields
 */
function findFieldIssues(sent: readonly NewerField[], fixed: readonly NewerField[], type: unknown, start: number): Issues {
  const issues = findIgnoredOptions(sent, type, start)
  for (const [index, field] of sent.entries()) {
    const own = fixed.find(({ name }) => name === field.name)
    if (!own) continue
    if (field.type !== own.type) return { [start + index]: { name: duplicatedName(field.name) } }
    const allowed = changeableOfFixed[field.name] ?? []
    const changed = Object.keys(field).filter(
      key => !['id', ...allowed].includes(key) && !isUnchanged(field[key], own[key]) && !isEquivalent(field, key),
    )
    if (changed.length === 0) continue
    const fixedOptions = changed.map(key => [
      key,
      unsupported(`The field "${field.name}" is the same in every collection. Leave "${key}" out.`),
    ])
    issues[start + index] = { ...issues[start + index], ...Object.fromEntries(fixedOptions) }
  }
  return issues
}

const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right)

/**
 * Keeps options of a stored field that the sent one does not change, such as a missing limit that newer servers cannot express. Both are
 * translated, so that they are the same only if they mean the same: 0 is a limit of a number, and null is none.
 * @param before the stored field, translated to the format of newer servers and back
 */
function keepUnchanged(sent: FieldDraft, before: FieldDraft | undefined, stored: FieldDraft | undefined): FieldDraft {
  if (!before || !stored || sent.type !== stored.type) return sent
  const options = Object.fromEntries(
    Object.entries(sent.options).map(([key, value]) => [
      key,
      isSame(value, before.options[key]) ? (stored.options as Json)[key] : value,
    ]),
  )
  return { ...sent, options } as FieldDraft
}

function translate(json: Json, notes: ImportNotes, isChanged?: NewerAuthCollection['isChanged']) {
  // The fields of a view follow from its query.
  const fields = json.type === 'view' ? { fields: [] } : {}
  const read = newerCollection.safeParse({ ...json, ...fields, options: json })
  if (!read.success) throw new MalformedCollection(`The collection cannot be read: ${read.problem}.`)
  return translateCollection(read.data, notes, isChanged)?.collection
}

/** Merges a sent collection into the present one: groups key by key, everything else is replaced. */
function merge(present: Json, body: Json): Json {
  const merged: Record<string, unknown> = { ...present }
  for (const [key, value] of Object.entries(body))
    merged[key] = isObject(value) && isObject(present[key]) ? merge(present[key], value) : value
  return merged
}

/** Leaves out groups that are null. They change nothing in PocketBase either, and Dart's SDK sends them for other types of collections. */
function withoutNullGroups(sent: Json, present: Json): Json {
  return Object.fromEntries(Object.entries(sent).filter(([key, value]) => value !== null || !isObject(present[key])))
}

/** Returns which options of an auth collection a body changes. */
function changesOf(body: Json, present: Json): NewerAuthCollection['isChanged'] {
  const partOf = (value: unknown, part: string | undefined) => (part === undefined || !isObject(value) ? value : value[part])
  return (key, part) => {
    const sent = partOf(body[key], part)
    return sent !== undefined && !isUnchanged(sent, partOf(present[key], part))
  }
}

/** A collection that was sent in the format of PocketBase 0.23 and later, in the format of 0.22. */
export interface NewerForm {
  form: CollectionForm
  issues: Issues
  /** The positions of the fields of `form.schema` among all fields, by which issues name them. */
  positions: readonly number[]
}

const systemTypes = ['base', 'auth', 'view']

/** Returns the fields that newer servers put before the sent ones, because every collection has them. Dates are not among them. */
function addedFields(body: Json, fixed: readonly NewerField[]): NewerField[] {
  if (body.type !== undefined && !systemTypes.includes(String(body.type))) return []
  const sent = fieldsIn(body)
  const isSent = (field: NewerField) => sent.some(({ name, type }) => name === field.name && type === field.type)
  return fixed.filter(field => field.type !== 'autodate' && field.name !== 'username' && !isSent(field))
}

/**
 * Reads a collection that was sent in the format of PocketBase 0.23 and later. What this server cannot do gets an issue that says what
 * to send, and is never ignored.
 * @throws MalformedCollection when a key has the wrong type
 */
export function readNewerForm(sent: Json, { json, stored }: Present): NewerForm {
  const body = withoutNullGroups(sent, json)
  const issues = findUnsupportedKeys(body, json)
  const known = new Set(stored?.schema.map(({ name }) => name))
  const fixed = fieldsIn(json).filter(({ name }) => !known.has(name))
  const added = addedFields(body, fixed)
  const [before, after] = [new ImportNotes(new Set()), new ImportNotes(new Set())]
  const present = stored && translate(json, before)
  const completed = merge(json, body)
  Object.assign(issues, findAuthIssues(body, completed, { json, stored }))
  const fieldIssues = findFieldIssues(fieldsIn(body), fixed, completed.type, added.length)
  if (Object.keys(fieldIssues).length > 0) issues.fields = fieldIssues
  const fields = fieldsIn(completed).map(field => ({ ...field, id: field.id || newerFieldId(field) }))
  const fixedAuth = completed.type === 'auth' ? fixed.filter(({ name }) => !fields.some(field => field.name === name)) : []
  const wanted = translate({ ...completed, fields: [...fields, ...fixedAuth] }, after, changesOf(body, json))
  const old = new Set(before.all.map(({ text }) => text))
  for (const { subject, kind, text, advice = text } of after.all) {
    const key = subject.split('.').slice(1).join('_') || 'fields'
    if (kind !== 'writtenOut' && !old.has(text) && !Object.hasOwn(issues, key)) issues[key] = unsupported(advice)
  }
  const positions = [...added, ...fields].flatMap(({ name }, index) => (fixed.some(one => one.name === name) ? [] : [index]))
  if (!wanted) return { form: {}, issues, positions }
  const schema = wanted.schema.map(field =>
    keepUnchanged(
      field,
      present?.schema.find(({ id }) => id === field.id),
      stored?.schema.find(({ id }) => id === field.id) as FieldDraft | undefined,
    ),
  )
  const { created: _, updated: __, ...form } = wanted
  return { form: { ...form, ...(wanted.type === 'view' ? { schema: [] } : { schema }) }, issues, positions }
}
