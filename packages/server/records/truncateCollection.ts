import type { Collection } from '@coffer/schema'
import { maxListLength } from '../db/boundList.ts'
import { type FetchRows, readBatches } from '../db/readBatches.ts'
import { name, sql } from '../db/sql.ts'
import { toRejection } from '../errors/Rejection.ts'
import { writeRecords } from './changes/RecordWriter.ts'
import { deleteAll } from './deleteRecord.ts'
import type { RecordsContext } from './RecordsContext.ts'
import { RequiringRecords } from './RequiringRecords.ts'
import { readRecord } from './rows/StoredRecord.ts'
import { shapeOf } from './rows/shape.ts'
import { eventActorOf } from './rules/eventActorOf.ts'
import type { Requester } from './rules/Requester.ts'

/**
 * Deletes all records of a collection in one transaction, with their files and the records whose fields cascade the deletion.
 * @throws Rejection `conflict` when a relation of a remaining record requires one of them. Then none is deleted.
 */
export async function truncateCollection(app: RecordsContext, requester: Requester, collection: Collection): Promise<void> {
  const table = name(collection.name)
  await writeRecords(app, eventActorOf(requester), async records => {
    const requiring = new RequiringRecords()
    const deletion = { records, catalog: app.catalog, recorder: undefined, truncation: { collection, requiring } }
    // Each batch is deleted before the next one is read.
    const fetch: FetchRows = (limit, maxLength) =>
      records.transaction.rows(
        sql`SELECT ${shapeOf(collection).select} FROM ${table} ORDER BY ${table}.id LIMIT ${limit}`,
        maxLength,
        limit,
      )
    for await (const rows of readBatches(fetch, { first: 100, max: maxListLength })) {
      const batch = rows.map(row => readRecord(collection, row))
      await deleteAll(deletion, collection, batch)
    }
    requiring.assertNone()
  }).catch(error => {
    throw toRejection(error, 'recordNotDeleted')
  })
}
