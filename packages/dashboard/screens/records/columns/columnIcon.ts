import { fieldViews } from '@coffer/fields/ui'
import { KeyRound, type LucideIcon } from 'lucide-react'
import type { RecordColumn } from './columns.ts'

/** Returns the icon of a column. */
export function columnIcon({ id, field }: RecordColumn): LucideIcon {
  return id === '@id' ? KeyRound : fieldViews[field.type].icon
}
