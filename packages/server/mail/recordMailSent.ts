import { findAdmin, updateAdmin } from '../auth/admins.ts'
import { recordAlert } from '../auth/loginAlert.ts'
import type { Transaction } from '../db/engine.ts'
import { type RecordWriter, writeRecords } from '../records/changes/RecordWriter.ts'
import { findRecord } from '../records/rows/findRecord.ts'
import type { StoredRecord } from '../records/rows/StoredRecord.ts'
import { setColumns } from '../records/setColumns.ts'
import { now, nowAfter } from '../runtime/now.ts'
import type { MailContext } from './composeMail.ts'
import type { MailJob } from './MailJob.ts'

/** Further work in the transaction that records a mail. */
type Also = (transaction: Transaction) => Promise<void>

const recordOnAdmin = (app: MailContext, adminId: string, also: Also): Promise<void> =>
  app.db.transaction(async transaction => {
    const admin = await findAdmin(transaction, adminId)
    const moment = now()
    if (admin) await updateAdmin(transaction, admin, { ...admin, lastResetSentAt: moment, updated: nowAfter(admin) })
    await also(transaction)
  })

/** The changes of an auth record to which a mail was sent. */
interface SentChanges {
  /** The columns that are set to the current time. */
  columns: readonly string[]
  record?: (records: RecordWriter, record: StoredRecord, moment: string) => Promise<void>
}

/** Updates an auth record in a transaction. */
async function recordOnAuthRecord(
  app: MailContext,
  { collectionId, recordId }: { collectionId: string; recordId: string },
  { columns, record }: SentChanges,
  also: Also,
): Promise<void> {
  const collection = app.catalog.byId(collectionId)
  await writeRecords(app, { kind: 'server' }, async records => {
    const { transaction } = records
    await also(transaction)
    const before = collection && (await findRecord(transaction, collection, recordId))
    if (!collection || !before) return
    const moment = now()
    const after = await setColumns(records, before, Object.fromEntries(columns.map(column => [column, moment])))
    await record?.(records, after, moment)
  })
}

/**
 * Stores the time of a mail to an auth record, which delays the next one. A regular update of the record.
 * @param also further work in the same transaction
 */
export async function recordMailSent(app: MailContext, job: MailJob, also: Also = async () => undefined): Promise<void> {
  switch (job.mail) {
    case 'adminPasswordReset':
      return recordOnAdmin(app, job.adminId, also)
    case 'passwordReset':
      return recordOnAuthRecord(app, job, { columns: ['lastResetSentAt'] }, also)
    case 'verification':
      return recordOnAuthRecord(app, job, { columns: ['lastVerificationSentAt'] }, also)
    case 'loginAlert':
      return recordOnAuthRecord(app, job, { columns: [], record: recordAlert }, also)
    case 'authAlert':
    case 'backupFailed':
    case 'custom':
    case 'emailChange':
    case 'otp':
    case 'test':
      return app.db.transaction(also)
  }
}
