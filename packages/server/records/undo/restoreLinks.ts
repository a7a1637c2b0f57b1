import { isDatabaseError } from '../../db/DatabaseError.ts'
import type { Transaction } from '../../db/engine.ts'
import { join, name, sql } from '../../db/sql.ts'
import { RestoreConflictError } from './RestoreConflictError.ts'
import type { UndoSnapshot } from './UndoSnapshot.ts'

/**
 * Restores the links to OAuth2 providers.
 * @throws RestoreConflictError when a provider's account has been linked to another record since
 */
export const restoreLinks = async (transaction: Transaction, { columns, rows }: UndoSnapshot['links']): Promise<void> => {
  const names = join(columns.map(column => name(column)))
  const at = (column: string) => columns.indexOf(column)
  for (const row of rows) {
    const insertion = sql`INSERT INTO _externalAuths (${names}) VALUES (${join(row.map(value => sql`${value}`))})`
    await transaction.run(insertion).catch(error => {
      if (!isDatabaseError(error, 'unique')) throw error
      const [provider, recordId] = [row[at('provider')], String(row[at('recordId')])]
      throw new RestoreConflictError(`Its ${provider} account is linked to another record now.`, recordId)
    })
  }
}
