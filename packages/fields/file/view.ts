import { Image } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Image, Cell, columnWidth: 128 }
