import { isObject } from '@coffer/fields'
import {
  applyForm,
  blank,
  type Collection,
  MalformedCollection,
  readNewerForm,
  toNewerCollection,
  withNewerKeys,
} from '@coffer/schema'
import { Rejection } from '../../../errors/Rejection.ts'
import type { Call } from '../../Call.ts'
import { importCollections, runImport } from '../../collections/import.ts'
import type { Endpoint } from '../../contract.ts'
import { inWriterExclusively } from '../../Steps.ts'
import type { SettingsChange } from '../../settings/storeSettings.ts'
import { blankCollection, blankNewerCollection } from './blankCollection.ts'
import { importError, notImported } from './importErrors.ts'
import { separateSystemItems } from './importSystem.ts'
import { newIdOf, readCollectionBody } from './readForm.ts'

type Json = Record<string, unknown>

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
    if (Object.keys(issues).length > 0) throw notImported(sent.name, issues)
    const draft = applyForm(form, stored ?? blankCollection(sent.type))
    return { ...draft, schema: withNewerKeys(draft.schema), id: stored?.id ?? newIdOf(catalog, form) }
  } catch (error) {
    throw error instanceof MalformedCollection ? notImported(sent.name, error.message, error) : error
  }
}

/** Asserts that a sent collection is an object, whose id and name are texts if it has them. */
function readSent(sent: unknown): Json {
  if (!isObject(sent)) throw notImported(sent, 'It is not an object.')
  const wrong = ['id', 'name'].find(key => typeof (sent[key] ?? '') !== 'string')
  if (wrong !== undefined) throw notImported(sent.name, `Its ${wrong} is not a text.`)
  return sent
}

/** Returns the call with its body in the format of 0.22, and the change of the settings that the import contains. */
async function translated(call: Call): Promise<{ call: Call; changeSettings: SettingsChange | undefined }> {
  const { collections, deleteMissing } = readCollectionBody(call.request)
  if (!Array.isArray(collections) || collections.length === 0)
    throw new Rejection('invalid', { code: 'formInvalid', issues: { collections: blank } })
  const sent = collections.map(readSent)
  const { others, changeSettings } = await separateSystemItems(call, sent)
  const body = { collections: others.map(one => translate(call, one, deleteMissing !== true)), deleteMissing }
  const request = { ...call.request, body: { kind: 'json' as const, text: JSON.stringify(body) } }
  return { call: { ...call, request }, changeSettings }
}

/**
 * Imports collections in the format of PocketBase 0.23 and later, by translating them to the format of 0.22. Of system
 * collections, only the tokens of superusers can be changed.
 */
export const importTodayCollections: Endpoint = {
  ...importCollections,
  dialect: 'today',
  operation: { ...importCollections.operation, id: 'importTodayCollections', body: { json: 'TodayCollectionImport' } },
  steps: inWriterExclusively(async original => {
    const { call, changeSettings } = await translated(original)
    return runImport(call, changeSettings).catch(error => {
      throw importError(error)
    })
  }),
}
