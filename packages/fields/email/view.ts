import { Mail } from 'lucide-react'
import { charactersOfText } from '../cells/charactersOfText.ts'
import { Cell } from '../text/Cell.tsx'
import type { FieldView } from '../viewContract.ts'

export const view: FieldView = { icon: Mail, Cell, columnWidth: 184, growth: 1, charactersOf: charactersOfText }
