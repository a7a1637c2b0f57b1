import { PencilLine } from 'lucide-react'
import type { FieldView } from '../viewContract.ts'
import { Cell } from './Cell.tsx'
import { Input } from './Input.tsx'
import { loadRichTextEditor } from './useRichTextEditor.tsx'

export const editorView: FieldView = { icon: PencilLine, Cell, Input, preload: loadRichTextEditor }
