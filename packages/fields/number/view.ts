import { Hash } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Hash, Cell, columnWidth: 112 }
