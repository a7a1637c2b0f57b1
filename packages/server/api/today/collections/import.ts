import { isObject } from '@coffer/fields'
import {
  applyForm,
  blank,
  type Collection,
  ImportNotes,
  type Issues,
  isIssue,
  MalformedCollection,
  newerCollection,
  newerSystemCollections,
  noteSuperusers,
  readNewerForm,
  toNewerCollection,
  withNewerKeys,
} from '@coffer/schema'
import { superusers } from '../../../auth/superusers.ts'
import { ViewNotSavedError } from '../../../collections/importCollections.ts'
import { errorsBehind, goErrorText } from '../../../errors/inspectError.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import type { Call } from '../../Call.ts'
import { importCollections, runImport } from '../../collections/import.ts'
import type { Endpoint } from '../../contract.ts'
import { inWriterExclusively } from '../../Steps.ts'
import { blankCollection, blankNewerCollection } from './blankCollection.ts'
import { newIdOf, readCollectionBody } from './readForm.ts'

type Json = Record<string, unknown>

/** Returns the sentences of issues with their paths, one per line. */
const linesOf = (issues: Issues, path = ''): string[] =>
  Object.entries(issues).flatMap(([key, part]) =>
    isIssue(part) ? [`${path}${key}: ${part.message}`] : linesOf(part, `${path}${key}.`),
  )

function failed(message: string, cause?: unknown): Rejection {
  const issue = { code: 'validation_collections_import_failure', message }
  return new Rejection('invalid', { code: 'collectionsNotImported', issues: { collections: issue }, cause })
}

const rejected = (name: unknown, reason: string): Rejection => failed(`The collection "${name}" cannot be imported.\n${reason}`)

/** Returns the error of a failed import in the words of PocketBase 0.23 and later. */
function importError(error: unknown): unknown {
  const view = errorsBehind(error).find(behind => behind instanceof ViewNotSavedError)
  if (view)
    return failed(
      `Failed to import the collections configuration. Raw error:\nfailed to save collection "${view.view}": ${goErrorText(view)}.`,
      error,
    )
  const issue = error instanceof Rejection ? error.issues.collections : undefined
  return issue && isIssue(issue) && issue.code !== blank.code ? failed(issue.message, error) : error
}

/**
 * Merges sent fields with stored ones of the same id or name.
 * @param keepsFields whether stored fields that were not sent are kept
 */
function withStoredFields(sent: Json, stored: Json, keepsFields: boolean): Json {
  if (!Array.isArray(sent.fields)) return sent
  const known = (Array.isArray(stored.fields) ? stored.fields : []).filter(isObject)
  const merged = sent.fields.map(field => {
    if (!isObject(field)) return field
    const own = known.find(({ id, name }) => (field.id ? id === field.id : name === field.name))
    return { ...own, ...field }
  })
  const ids = new Set(merged.map(field => (isObject(field) ? field.id : undefined)))
  const others = keepsFields ? known.filter(({ id }) => !ids.has(id)) : []
  return { ...sent, fields: [...others, ...merged] }
}

/** Translates a sent collection to the format of 0.22, completed with what is stored. */
function translate({ app: { catalog, settings } }: Call, sent: Json, keepsFields: boolean): Json {
  const stored: Collection | undefined =
    catalog.byId(String(sent.id ?? '')) ?? (sent.id ? undefined : catalog.find(String(sent.name ?? '')))
  const json = stored ? toNewerCollection(stored, settings) : blankNewerCollection(sent.type, settings)
  try {
    const { form, issues } = readNewerForm(withStoredFields(sent, json, keepsFields), { json, stored })
    if (Object.keys(issues).length > 0) throw rejected(sent.name, linesOf(issues).join('\n'))
    const draft = applyForm(form, stored ?? blankCollection(sent.type))
    return { ...draft, schema: withNewerKeys(draft.schema), id: stored?.id ?? newIdOf(catalog, form) }
  } catch (error) {
    throw error instanceof MalformedCollection ? rejected(sent.name, error.message) : error
  }
}

/** Exports of newer versions contain their own system collections, which every server has. */
const isOfSystem = ({ name }: Json): boolean => newerSystemCollections.includes(String(name))

/** @throws Rejection if a sent collection of superusers has options that would be ignored */
function assertNothingLost(sent: Json): void {
  if (sent.name !== superusers.name) return
  const read = newerCollection.safeParse({ ...sent, options: sent })
  if (!read.success) throw rejected(sent.name, read.problem)
  const notes = new ImportNotes(new Set())
  noteSuperusers(read.data, notes)
  if (notes.all.length > 0) throw rejected(sent.name, notes.all.map(({ subject, text }) => `${subject}: ${text}`).join('\n'))
}

function translated(call: Call): ApiRequest {
  const { collections, deleteMissing } = readCollectionBody(call.request)
  if (!Array.isArray(collections) || collections.length === 0)
    throw new Rejection('invalid', { code: 'formInvalid', issues: { collections: blank } })
  const sent = collections.map(one => {
    if (!isObject(one)) throw rejected(String(one), 'It is not an object.')
    return one
  })
  for (const one of sent) assertNothingLost(one)
  const own = sent.filter(one => !isOfSystem(one))
  const body = { collections: own.map(one => translate(call, one, deleteMissing !== true)), deleteMissing }
  return { ...call.request, body: { kind: 'json', text: JSON.stringify(body) } }
}

/** Imports collections in the format of PocketBase 0.23 and later, by translating them to the format of 0.22. */
export const importTodayCollections: Endpoint = {
  ...importCollections,
  dialect: 'today',
  operation: { ...importCollections.operation, id: 'importTodayCollections', body: { json: 'TodayCollectionImport' } },
  steps: inWriterExclusively(async call => {
    const request = translated(call)
    return runImport({ ...call, request }).catch(error => {
      throw importError(error)
    })
  }),
}
