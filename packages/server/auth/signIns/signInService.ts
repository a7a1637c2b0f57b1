import type { Engine } from '../../db/engine.ts'
import { hasSignIns, removeExpiredSignIns } from '../../records/rows/signIns.ts'

/** Creates the service that cleans up the table of sign-ins. */
export function createSignInService(db: Engine) {
  return {
    /** Removes one-time passwords and first factors that have expired. */
    removeExpired: async (): Promise<void> => {
      if (await hasSignIns(db)) await db.transaction(removeExpiredSignIns)
    },
  }
}
