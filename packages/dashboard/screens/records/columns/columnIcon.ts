import { fieldViews } from '@coffer/fields/ui'
import { KeyRound, type LucideIcon } from 'lucide-react'
import type { RecordColumn } from './columns.ts'

/** The picture before a column's name. */
export function columnIcon({ id, field }: RecordColumn): LucideIcon {
  return id === '@id' ? KeyRound : fieldViews[field.type].icon
}
