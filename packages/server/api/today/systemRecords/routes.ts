import { newerCollectionId } from '@coffer/schema'
import type { Row } from '../../../db/engine.ts'
import { name, sql } from '../../../db/sql.ts'
import { Rejection } from '../../../errors/Rejection.ts'
import { emptyReply, jsonReply } from '../../../messages/ApiReply.ts'
import type { Requester } from '../../../records/rules/Requester.ts'
import type { Call } from '../../Call.ts'
import type { Endpoint } from '../../contract.ts'
import { superusersOnly } from '../../guards.ts'
import { listTable } from '../../listTable.ts'
import { pageJson } from '../../pages.ts'
import { listParameters, readPaging } from '../../parameters.ts'
import { inReader, inWriter } from '../../Steps.ts'
import { withVisibleRows } from './readQuery.ts'
import { formOf, saveSystemRecord } from './save.ts'
import { ownerFields, type SystemTable, type Values } from './SystemTable.ts'
import { systemTables } from './systemTables.ts'

function recordJson({ name: collectionName, toJson, hidden }: SystemTable, row: Row, { kind }: Requester) {
  const all = { collectionId: newerCollectionId({ type: 'base', name: collectionName }), collectionName, ...toJson(row) }
  if (kind === 'admin') return all
  return Object.fromEntries(Object.entries(all).filter(([key]) => !hidden.includes(key)))
}

async function readPage(system: SystemTable, { app, request, requester }: Call) {
  const { table, columns } = system
  const visible = withVisibleRows(system, request, requester)
  if (!(await app.db.schema.hasTable(app.db, table.name))) return pageJson(readPaging(request), 0, [])
  return listTable(app.db, visible, table, columns, row => recordJson(system, row, requester))
}

/**
 * Finds a row by its id.
 * @throws Rejection `missing` if there is no such row that the requester can see
 */
async function getRow(
  { table, columns, kind }: SystemTable,
  { app, request, requester }: Call,
  id = request.params.id ?? '',
): Promise<Row> {
  const condition = kind ? sql`kind = ${kind}` : sql`1 = 1`
  const owned =
    requester.kind === 'authRecord'
      ? sql`${name('collectionId')} = ${requester.collection.id} AND ${name('recordId')} = ${String(requester.record.values.id)}`
      : sql`1 = 1`
  const hasTable = requester.kind !== 'guest' && (await app.db.schema.hasTable(app.db, table.name))
  const row = hasTable
    ? await app.db.row(
        sql`SELECT ${columns} FROM ${name(table.name)} WHERE id = ${id} AND ${condition} AND ${owned}`,
      )
    : undefined
  if (!row) throw new Rejection('missing')
  return row
}

/** Returns the name of a collection in the ids of operations, such as `ExternalAuths`. */
const pluralOf = ({ name: collection }: SystemTable) => `${collection.charAt(1).toUpperCase()}${collection.slice(2)}`

const singularOf = (system: SystemTable) => pluralOf(system).slice(0, -1)

function routesOf(system: SystemTable): Endpoint[] {
  const { name: collection, table, isOwned, record } = system
  const path = `/collections/${collection}/records`
  const singular = singularOf(system)
  const shared = { dialect: 'today' } as const
  return [
    {
      ...shared,
      method: 'GET',
      path,
      operation: {
        id: `list${pluralOf(system)}`,
        summary: `List records of ${collection}`,
        query: listParameters,
        returns: `${record}Page`,
      },
      steps: inReader(async call => jsonReply(await readPage(system, call))),
    },
    {
      ...shared,
      method: 'GET',
      path: `${path}/:id`,
      operation: { id: `view${singular}`, summary: `View a record of ${collection}`, returns: record },
      steps: inReader(async call => jsonReply(recordJson(system, await getRow(system, call), call.requester))),
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/:id`,
      operation: { id: `delete${singular}`, summary: `Delete a record of ${collection}`, returns: 'nothing' },
      ...(!isOwned && { guard: superusersOnly }),
      steps: inWriter(async call => {
        const [rowId] = await getRow(system, call)
        await call.app.db.transaction(transaction =>
          transaction.run(sql`DELETE FROM ${name(table.name)} WHERE id = ${String(rowId)}`),
        )
        return emptyReply()
      }),
    },
  ]
}

/** Stores the record of a request, and returns it. */
async function saveRecord(system: SystemTable, call: Call, stored?: Values) {
  const id = await saveSystemRecord(call, system, stored)
  return jsonReply(recordJson(system, await getRow(system, call, id), call.requester))
}

/** Returns the routes by which superusers create and update records. */
function changingRoutesOf(system: SystemTable): Endpoint[] {
  const { name: collection, record } = system
  const path = `/collections/${collection}/records`
  const form = formOf(system)
  const shared = { dialect: 'today', guard: superusersOnly } as const
  return [
    {
      ...shared,
      method: 'POST',
      path,
      operation: {
        id: `create${singularOf(system)}`,
        summary: `Create a record of ${collection}`,
        body: { form, required: [...ownerFields, ...system.fields] },
        returns: record,
      },
      steps: inWriter(call => saveRecord(system, call)),
    },
    {
      ...shared,
      method: 'PATCH',
      path: `${path}/:id`,
      operation: {
        id: `update${singularOf(system)}`,
        summary: `Update a record of ${collection}`,
        body: { form },
        returns: record,
      },
      steps: inWriter(async call => saveRecord(system, call, system.toJson(await getRow(system, call)) as Values)),
    },
  ]
}

/** The records of the system collections that PocketBase 0.23 and later have beside `_superusers`. */
export const systemRecordRoutes: readonly Endpoint[] = systemTables.flatMap(system => [
  ...routesOf(system),
  ...(system.store ? changingRoutesOf(system) : []),
])
