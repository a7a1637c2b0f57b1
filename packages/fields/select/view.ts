import { ListChecks } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: ListChecks, Cell, columnWidth: 152 }
