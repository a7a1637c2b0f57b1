import { Admin } from '../../pb/Admin.ts'
import { Collection } from '../../pb/Collection.ts'
import { Record } from '../../pb/Record.ts'
import { GoError } from './errors.ts'
import { dbx } from './expressions.ts'
import type { createDb, RecordQuery } from './queries.ts'
import { ExternalAuth, Param } from './systemModels.ts'

/** Finds records and collections, and queries other tables. */
interface ModelFinder {
  findRecordById: (collection: string, id: string) => Record
  findCollectionByNameOrId: (id: string) => Collection
  db: () => ReturnType<typeof createDb>
  recordQuery: (collection: Collection) => RecordQuery
}

type SystemModel = Admin | ExternalAuth | Param

/** Whether a model has the columns of a table of the server as its properties. */
function isSystemModel(model: unknown): model is SystemModel {
  return model instanceof Admin || model instanceof ExternalAuth || model instanceof Param
}

function systemQuery(dao: ModelFinder, model: SystemModel) {
  const table = `{{${model.tableName()}}}`
  return dao.db().select(`${table}.*`).from(table)
}

/** Returns a query for the models of the kind of a given one. */
export function queryOf(dao: ModelFinder, model: unknown) {
  if (model instanceof Record) return dao.recordQuery(model.collection())
  if (isSystemModel(model)) return systemQuery(dao, model)
  if (model instanceof Collection)
    throw new GoError('modelQuery is not offered for collections. Use findCollectionByNameOrId, or findCollectionsByType.')
  throw new GoError('modelQuery needs a record, an admin, an external auth or a parameter.')
}

/**
 * Fills a model with the stored one that has an id.
 * @throws GoError if there is none
 */
export function fillById(dao: ModelFinder, model: unknown, id: string): void {
  if (model instanceof Record) model.become(dao.findRecordById(model.collection().id, id))
  else if (model instanceof Collection) model.load(dao.findCollectionByNameOrId(id).toJSON())
  else if (isSystemModel(model))
    systemQuery(dao, model)
      .where(dbx.hashExp({ id: String(id) }))
      .one(model)
  else throw new GoError('findById needs a record, a collection, an admin, an external auth or a parameter.')
}
