import { EmptyValue } from '../cells/EmptyValue.tsx'
import { TextValue } from '../cells/TextValue.tsx'
import type { CellProps } from '../viewContract.ts'

export function Cell({ value, compact }: CellProps) {
  return typeof value === 'string' && value !== '' ? <TextValue text={value} compact={compact} /> : <EmptyValue />
}
