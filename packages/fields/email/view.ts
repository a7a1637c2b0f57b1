import { Mail } from 'lucide-react'
import { Cell } from '../text/Cell.tsx'
import type { FieldView } from '../viewContract.ts'
import { Input } from './Input.tsx'

export const emailView: FieldView = { icon: Mail, Cell, Input }
