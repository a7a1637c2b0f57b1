import { adminsChanged, adminTokensRevoked } from '../../auth/admins.ts'
import type { DataEvent } from '../../db/commits.ts'
import type { NodePolicy } from '../../db/nodes.ts'
import { deliveryDue } from '../../events/deliveries/storedDeliveries.ts'
import { changesLogged } from '../../events/log/appendEntries.ts'
import { tokenSecretChanged } from '../../events/tokenSecretChanged.ts'
import { recordsChanged } from '../../records/events.ts'
import { settingsChanged } from '../../settings/storedSettings.ts'

/** Whether an event ends rights: tokens of admins or of auth records are no longer valid, or the admins have changed. */
const endsRights = (event: DataEvent): boolean =>
  adminsChanged.is(event) ||
  adminTokensRevoked.is(event) ||
  tokenSecretChanged.is(event) ||
  (recordsChanged.is(event) && event.data.changes.some(({ revokedTokenKey }) => revokedTokenKey !== undefined))

/** Whether an event wakes the consumers of the log of changes, which are the duty of one node. */
const wakesDuties = (event: DataEvent): boolean => changesLogged.is(event) || deliveryDue.is(event)

/** Returns an event as other nodes receive it. They read the settings themselves, because these contain secrets. */
function sharedEvent(event: DataEvent): DataEvent[] {
  if (settingsChanged.is(event)) return [{ type: event.type, data: undefined }]
  return recordsChanged.is(event) || wakesDuties(event) || endsRights(event) ? [event] : []
}

/** What the log of the nodes contains. Work that is also stored, such as mails and removals of files, concerns only the own node. */
export const nodePolicy: NodePolicy = {
  shared: events => events.flatMap(sharedEvent),
  isUrgent: ({ changes, events }) => changes.collections || changes.settings || events.some(endsRights),
}
