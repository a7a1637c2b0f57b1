import type { ArchiveContent, InspectOrder } from './inspectArchive.ts'
import type { PackedArchive, PackOrder } from './packDirectory.ts'
import type { UnpackOrder } from './unpackArchive.ts'
import type { VerifyOrder } from './verifyArchive.ts'

/** Work on an archive that a thread of its own does. */
export type ArchiveOrder = PackOrder | InspectOrder | UnpackOrder | VerifyOrder

/** What the thread returns for a kind of work. */
export type ArchiveResult<Order extends ArchiveOrder> = Order extends InspectOrder
  ? ArchiveContent
  : Order extends PackOrder
    ? PackedArchive
    : undefined

/** The thread is made for one order, and loads only what that needs. */
export const performArchiveOrder = async (order: ArchiveOrder): Promise<ArchiveContent | PackedArchive | undefined> => {
  switch (order.kind) {
    case 'pack':
      return (await import('./packDirectory.ts')).packDirectory(order)
    case 'inspect':
      return (await import('./inspectArchive.ts')).inspectArchive(order)
    case 'unpack':
      await (await import('./unpackArchive.ts')).unpackArchive(order)
      return undefined
    case 'verify':
      await (await import('./verifyArchive.ts')).verifyArchive(order)
      return undefined
  }
}
