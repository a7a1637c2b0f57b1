import { Admin } from '../../pb/Admin.ts'
import { Collection } from '../../pb/Collection.ts'
import { Record } from '../../pb/Record.ts'
import { GoError } from './errors.ts'
import type { createDb, RecordQuery } from './queries.ts'
import { ExternalAuth, Param, tableOf } from './systemModels.ts'

/** What finds models by their ids. */
interface ModelFinder {
  findRecordById: (collection: string, id: string) => Record
  findAdminById: (id: string) => Admin
  findCollectionByNameOrId: (id: string) => Collection
  db: () => ReturnType<typeof createDb>
  recordQuery: (collection: Collection) => RecordQuery
}

/** Returns a query for the models of the kind of a given one. */
export function queryOf(dao: ModelFinder, model: unknown) {
  if (model instanceof Record) return dao.recordQuery(model.collection())
  if (model instanceof Collection)
    throw new GoError('modelQuery is not offered for collections. Use findCollectionByNameOrId, or findCollectionsByType.')
  const { name } = tableOf(model)
  return dao.db().select(`{{${name}}}.*`).from(`{{${name}}}`)
}

/**
 * Fills a model with the stored one that has an id.
 * @throws GoError if there is none
 */
export function fillById(dao: ModelFinder, model: unknown, id: string): void {
  if (model instanceof Record) model.become(dao.findRecordById(model.collection().id, id))
  else if (model instanceof Admin) Object.assign(model, dao.findAdminById(id))
  else if (model instanceof Collection) model.load(dao.findCollectionByNameOrId(id).toJSON())
  else if (model instanceof ExternalAuth || model instanceof Param)
    dao.db().newQuery(`SELECT * FROM {{${model.tableName()}}} WHERE [[id]] = {:id}`).bind({ id: String(id) }).one(model)
  else throw new GoError('findById needs a record, a collection, an admin, an external auth or a parameter.')
}
