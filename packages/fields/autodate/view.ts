import { CalendarClock } from 'lucide-react'
import { Cell } from '../date/Cell.tsx'
import type { FieldView } from '../viewContract.ts'

export const view: FieldView = { icon: CalendarClock, Cell, columnWidth: 192 }
