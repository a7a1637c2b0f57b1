import { Hash } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

const lengthOf = (value: unknown): number => (typeof value === 'number' ? String(value).length : 0)

export const view: FieldView = { icon: Hash, Cell, columnWidth: 112, charactersOf: lengthOf }
