import { clockOffset, databaseTime } from '../../db/databaseTime.ts'
import type { Engine } from '../../db/engine.ts'
import type { DeliveryStore } from './Delivery.ts'
import { findDue, settleDelivery } from './storedDeliveries.ts'

/**
 * Creates the operations of a queue on the stored deliveries of a consumer. Stored times are those of `databaseTime`, because the next
 * node that has the duties can have another clock. The times of these operations are those of the clock of this machine, by which the
 * queue waits.
 */
export function deliveryOperations(db: Engine, consumer: string): Pick<DeliveryStore, 'due' | 'settle'> {
  return {
    due: async (target, limit, running) => {
      const { deliveries, nextDue } = await findDue(db, { consumer, target, limit, running, now: databaseTime(db) })
      return { deliveries, nextDue: nextDue === undefined ? undefined : nextDue - clockOffset(db) }
    },
    settle: (attempt, { due, ...outcome }) => {
      const stored = { ...outcome, ...(due !== undefined && { due: due + clockOffset(db) }) }
      return db.transaction(transaction => settleDelivery(transaction, attempt, stored, databaseTime(db)))
    },
  }
}
