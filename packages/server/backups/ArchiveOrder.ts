import { type ArchiveContent, type InspectOrder, inspectArchive } from './inspectArchive.ts'
import { type PackOrder, packDirectory } from './packDirectory.ts'
import { type UnpackOrder, unpackArchive } from './unpackArchive.ts'

/** Work on an archive that a thread of its own does. */
export type ArchiveOrder = PackOrder | InspectOrder | UnpackOrder

export type ArchiveResult<Order extends ArchiveOrder> = Order extends InspectOrder ? ArchiveContent : undefined

export const performArchiveOrder = async (order: ArchiveOrder): Promise<ArchiveContent | undefined> => {
  switch (order.kind) {
    case 'pack':
      await packDirectory(order)
      return undefined
    case 'inspect':
      return inspectArchive(order)
    case 'unpack':
      await unpackArchive(order)
      return undefined
  }
}
