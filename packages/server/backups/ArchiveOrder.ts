import type { ArchiveContent, InspectOrder } from './inspectArchive.ts'
import type { PackOrder } from './packDirectory.ts'
import type { UnpackOrder } from './unpackArchive.ts'

/** Work on an archive that a thread of its own does. */
export type ArchiveOrder = PackOrder | InspectOrder | UnpackOrder

/** Of what was packed the digest. */
export type ArchiveResult<Order extends ArchiveOrder> = Order extends InspectOrder
  ? ArchiveContent
  : Order extends PackOrder
    ? string
    : undefined

/** The thread is made for one order, and loads only what that needs. */
export const performArchiveOrder = async (order: ArchiveOrder): Promise<ArchiveContent | string | undefined> => {
  switch (order.kind) {
    case 'pack':
      return (await import('./packDirectory.ts')).packDirectory(order)
    case 'inspect':
      return (await import('./inspectArchive.ts')).inspectArchive(order)
    case 'unpack':
      await (await import('./unpackArchive.ts')).unpackArchive(order)
      return undefined
  }
}
