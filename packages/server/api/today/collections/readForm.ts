import { isObject } from '@coffer/fields'
import {
  type Collection,
  type CollectionForm,
  MalformedCollection,
  type NewerForm,
  newerCollectionId,
  readNewerForm,
  toNewerCollection,
} from '@coffer/schema'
import type { Catalog } from '../../../catalog/Catalog.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import type { ApiRequest } from '../../../messages/ApiRequest.ts'
import type { App } from '../../App.ts'
import { firstJsonValue } from '../../body/firstJsonValue.ts'
import { blankNewerCollection } from './blankCollection.ts'

/**
 * Parses the JSON of a request.
 * @throws Rejection if the body is no object
 */
export function readCollectionBody({ body }: ApiRequest): Record<string, unknown> {
  try {
    const sent = body.kind === 'json' ? firstJsonValue(body.text) : {}
    if (isObject(sent)) return sent
  } catch (error) {
    throw new Rejection('invalid', { code: 'dataMalformed', cause: error })
  }
  throw new Rejection('invalid', { code: 'dataMalformed', cause: 'The body is JSON, but no object.' })
}

/** The submitted keys of a collection, see `NewerForm`. */
type TodayForm = Pick<NewerForm, 'form' | 'positions'>

/** Returns the id of a new collection: the sent one, else the one of PocketBase; '' if another collection has it. */
export function newIdOf(catalog: Catalog, { id, type = 'base', name = '' }: CollectionForm): string {
  if (id) return id
  const made = newerCollectionId({ type, name })
  return catalog.byId(made) ? '' : made
}

/**
 * Reads the submitted keys of a collection in the format of PocketBase 0.23 and later.
 * @throws Rejection if the body cannot be parsed, or with an issue for everything that this server cannot do
 */
export function readTodayForm({ catalog, settings }: App, request: ApiRequest, stored: Collection | undefined): TodayForm {
  const body = readCollectionBody(request)
  const json = stored ? toNewerCollection(stored, settings) : blankNewerCollection(body.type, settings)
  try {
    const { form, issues, positions } = readNewerForm(body, { json, stored })
    if (Object.keys(issues).length > 0)
      throw new Rejection('invalid', { code: stored ? 'collectionNotUpdated' : 'collectionNotCreated', issues })
    return { form: stored ? form : { ...form, id: newIdOf(catalog, form) }, positions }
  } catch (error) {
    throw error instanceof MalformedCollection ? new Rejection('invalid', { code: 'dataNotLoaded', cause: error }) : error
  }
}
