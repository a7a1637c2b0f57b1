import { Braces } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Braces, Cell, columnWidth: 184, growth: 2 }
