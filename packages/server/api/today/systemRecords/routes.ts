import { emptyReply, jsonReply } from '../../../messages/ApiReply.ts'
import type { Call } from '../../Call.ts'
import type { Endpoint } from '../../contract.ts'
import { superusersOnly } from '../../guards.ts'
import { listTable } from '../../listTable.ts'
import { pageJson } from '../../pages.ts'
import { listParameters, readPaging } from '../../parameters.ts'
import { inReader, inWriter } from '../../Steps.ts'
import { withVisibleRows } from './readQuery.ts'
import { getRow, recordJson } from './readRecord.ts'
import { ownerFields, type SystemTable } from './SystemTable.ts'
import { deleteSystemRecord, formOf, readSystemForm, storeSystemRecord } from './save.ts'
import { systemTables } from './systemTables.ts'

async function readPage(system: SystemTable, { app, request, requester }: Call) {
  const { table, columns } = system
  const visible = withVisibleRows(system, request, requester)
  if (!(await app.db.schema.hasTable(app.db, table.name))) return pageJson(readPaging(request), 0, [])
  return listTable(app.db, visible, table, columns, row => recordJson(system, row, requester))
}

const idOf = ({ request }: Call): string => request.params.id ?? ''

/** Returns the name of a collection in the ids of operations, such as `ExternalAuths`. */
const pluralOf = ({ name: collection }: SystemTable) => `${collection.charAt(1).toUpperCase()}${collection.slice(2)}`

const singularOf = (system: SystemTable) => pluralOf(system).slice(0, -1)

function routesOf(system: SystemTable): Endpoint[] {
  const { name: collection, isOwned, record } = system
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
      steps: inReader(async call => {
        const row = await getRow(call.app.db, system, call, idOf(call))
        return jsonReply(recordJson(system, row, call.requester))
      }),
    },
    {
      ...shared,
      method: 'DELETE',
      path: `${path}/:id`,
      operation: { id: `delete${singular}`, summary: `Delete a record of ${collection}`, returns: 'nothing' },
      ...(!isOwned && { guard: superusersOnly }),
      steps: inWriter(async call => {
        await call.app.db.transaction(transaction => deleteSystemRecord(transaction, call, system, idOf(call)))
        return emptyReply()
      }),
    },
  ]
}

/** Stores the record of a request, and returns it. */
async function saveRecord(system: SystemTable, call: Call, id?: string) {
  const sent = readSystemForm(call.request, system)
  const { db } = call.app
  return jsonReply(await db.transaction(transaction => storeSystemRecord(transaction, call, system, { id, sent })))
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
      steps: inWriter(call => saveRecord(system, call, idOf(call))),
    },
  ]
}

/** The records of the system collections that PocketBase 0.23 and later have beside `_superusers`. */
export const systemRecordRoutes: readonly Endpoint[] = systemTables.flatMap(system => [
  ...routesOf(system),
  ...(system.store ? changingRoutesOf(system) : []),
])
