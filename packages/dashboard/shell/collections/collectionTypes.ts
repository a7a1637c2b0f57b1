import type { CollectionType } from '@coffer/schema'
import { Folder, type LucideIcon, Table2, Users } from 'lucide-react'

/** Icons and labels of the collection types. */
export const collectionTypes: Record<CollectionType, { icon: LucideIcon; label: string }> = {
  base: { icon: Folder, label: 'Base collection' },
  auth: { icon: Users, label: 'Auth collection' },
  view: { icon: Table2, label: 'View collection' },
}
