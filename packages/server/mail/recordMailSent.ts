import { findAdmin, updateAdmin } from '../auth/admins.ts'
import { recordAlert } from '../auth/loginAlert.ts'
import type { Transaction } from '../db/engine.ts'
import type { Effect } from '../messages/Effect.ts'
import type { MailJob } from '../messages/MailJob.ts'
import { writeRecords } from '../records/changes/RecordWriter.ts'
import { findRecord } from '../rows/findRecord.ts'
import type { StoredRecord } from '../rows/StoredRecord.ts'
import { now, nowAfter } from '../runtime/now.ts'
import type { MailContext } from './composeMail.ts'

const recordOnAdmin = (app: MailContext, adminId: string): Promise<void> =>
  app.db.transaction(async transaction => {
    const admin = await findAdmin(transaction, adminId)
    const moment = now()
    if (admin) await updateAdmin(transaction, { ...admin, lastResetSentAt: moment, updated: nowAfter(admin) })
  })

/** Updates an auth record in a transaction and returns the effects. */
const recordOnAuthRecord = async (
  app: MailContext,
  { collectionId, recordId }: { collectionId: string; recordId: string },
  columns: readonly string[],
  also: (transaction: Transaction, record: StoredRecord, moment: string) => Promise<void> = async () => undefined,
): Promise<Effect[]> => {
  const collection = (await app.catalog()).byId(collectionId)
  if (!collection) return []
  const { effects } = await writeRecords(app, async records => {
    const { transaction } = records
    const before = await findRecord(transaction, collection, recordId)
    if (!before) return
    const moment = now()
    const after = {
      collection,
      values: {
        ...before.values,
        ...Object.fromEntries(columns.map(column => [column, moment])),
        updated: nowAfter(before.values),
      },
    }
    await records.update(before, after)
    await also(transaction, after, moment)
  })
  return effects
}

/** Stores the time of a mail to an auth record, which delays the next one. A regular update of the record. */
export const recordMailSent = async (app: MailContext, job: MailJob): Promise<Effect[]> => {
  switch (job.mail) {
    case 'adminPasswordReset':
      await recordOnAdmin(app, job.adminId)
      return []
    case 'passwordReset':
      return recordOnAuthRecord(app, job, ['lastResetSentAt'])
    case 'verification':
      return recordOnAuthRecord(app, job, ['lastVerificationSentAt'])
    case 'loginAlert':
      return recordOnAuthRecord(app, job, [], recordAlert)
    default:
      return []
  }
}
