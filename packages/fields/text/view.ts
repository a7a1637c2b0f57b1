import { Type } from 'lucide-react'
import { charactersOfText } from '../cells/charactersOfText.ts'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'

export const view: FieldView = { icon: Type, Cell, columnWidth: 184, growth: 1, charactersOf: charactersOfText }
