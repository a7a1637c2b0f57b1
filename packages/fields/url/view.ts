import { Link } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Link, Cell, columnWidth: 184, growth: 1 }
