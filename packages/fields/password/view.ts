import { LockKeyhole } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: LockKeyhole, Cell, columnWidth: 112 }
