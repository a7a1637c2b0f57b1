import { Waypoints } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Waypoints, Cell, columnWidth: 184, growth: 1 }
