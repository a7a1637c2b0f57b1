import { MapPin } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell, textOf } from './Cell.tsx'

export const view: FieldView = { icon: MapPin, Cell, columnWidth: 168, charactersOf: value => textOf(value).length }
