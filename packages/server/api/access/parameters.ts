import { isObject } from '@coffer/fields'
import {
  type Collection,
  isView,
  type RemovedFields,
  type Rule,
  type RuleAction,
  ruleActions,
  type ViewCollection,
} from '@coffer/schema'
import { findPersona } from '../../access/findPersona.ts'
import type { Persona } from '../../access/Persona.ts'
import { Rejection } from '../../errors/Rejection.ts'
import type { App } from '../App.ts'

/** Milliseconds of a request after which nothing further is counted. Records that are not counted by then are unknown. */
export function timeBudgetOf({ config }: App): number {
  return (config.queryTimeout * 1000) / 2
}

/**
 * Finds the persona that a request names.
 * @throws Rejection `missing` if there is none
 */
export async function getPersona(app: App, key: string | undefined): Promise<Persona> {
  if (key === undefined)
    throw new Rejection('invalid', { message: 'Name the persona: `guest`, `new:COLLECTION` or `COLLECTION/RECORD_ID`.' })
  const persona = await findPersona(app.db, app.catalog, key)
  if (!persona)
    throw new Rejection('missing', {
      message: `There is no persona "${key}". Use \`guest\`, \`new:COLLECTION\` or \`COLLECTION/RECORD_ID\`.`,
    })
  return persona
}

/**
 * Finds a collection by its id or name.
 * @throws Rejection `missing` if there is none
 */
export function getNamedCollection(app: App, idOrName = ''): Collection {
  const found = app.catalog.find(idOrName)
  if (!found) throw new Rejection('missing', { message: `There is no collection "${idOrName}".` })
  return found
}

/** @throws Rejection unless the collection is a view, which alone has a query */
export function asView(collection: Collection): ViewCollection {
  if (isView(collection)) return collection
  throw new Rejection('invalid', { message: `Only views have a query. ${collection.name} is none.` })
}

/**
 * Reads the fields and collections that a change removes, by the name or id of the collection.
 * @throws Rejection unless the value has a list of names, or null, for each named collection
 */
export function readRemoved(app: App, value: unknown): RemovedFields {
  const isRemoved = (names: unknown): names is string[] | null =>
    names === null || (Array.isArray(names) && names.every(name => typeof name === 'string'))
  if (isObject(value) && Object.values(value).every(isRemoved)) {
    const entries = Object.entries(value as RemovedFields)
    return Object.fromEntries(entries.map(([named, names]) => [getNamedCollection(app, named).id, names]))
  }
  throw new Rejection('invalid', {
    message: 'Send the removed fields by collection, as in {"users": ["banned"]}, with null for a removed collection.',
  })
}

/** @throws Rejection unless the value has a text or null for each named action */
export function readRules(value: unknown): Partial<Record<RuleAction, Rule>> {
  const isRule = ([action, rule]: [string, unknown]) =>
    ruleActions.some(known => known === action) && (rule === null || typeof rule === 'string')
  if (isObject(value) && Object.entries(value).every(isRule)) return value
  throw new Rejection('invalid', {
    message: `Send the new rules by action, as in {"list": "id != ''", "view": null}. Actions: ${ruleActions.join(', ')}.`,
  })
}
