import { ToggleLeft } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const boolView: FieldView = { icon: ToggleLeft, Cell, columnWidth: 96 }
