import { PencilLine } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: PencilLine, Cell, columnWidth: 260, growth: 3 }
