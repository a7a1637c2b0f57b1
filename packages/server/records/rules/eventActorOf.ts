import type { EventActor } from '../../events/log/ChangeEntry.ts'
import type { Requester } from './Requester.ts'
import { serverAdmin } from './Requester.ts'

/** Returns a requester as the log of changes names it. */
export function eventActorOf(requester: Requester): EventActor {
  switch (requester.kind) {
    case 'guest':
      return { kind: 'guest' }
    case 'admin':
      if (requester.admin === serverAdmin) return { kind: 'server' }
      return { kind: 'admin', id: requester.admin.id }
    case 'authRecord':
      return { kind: 'authRecord', collectionId: requester.collection.id, id: String(requester.record.values.id) }
  }
}
