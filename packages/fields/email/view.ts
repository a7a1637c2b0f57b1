import { Mail } from 'lucide-react'
import { Cell } from '../text/Cell.tsx'
import type { FieldView } from '../viewContract.ts'

export const emailView: FieldView = { icon: Mail, Cell, columnWidth: 184, growth: 1 }
