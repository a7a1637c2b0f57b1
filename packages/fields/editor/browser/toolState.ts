import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'

/** The state of the toolbar for the current selection. */
export interface ToolState {
  /** `paragraph`, `h1` … `h6` or `code`; '' if several kinds or another kind is selected. */
  block: string
  isCode: boolean
  bold: boolean
  italic: boolean
  underline: boolean
  strike: boolean
  code: boolean
  link: boolean
  quote: boolean
  bulletList: boolean
  orderedList: boolean
  color: string | null
  background: string | null
  align: string
  direction: string
  isInTable: boolean
  canMerge: boolean
  canSplit: boolean
  image: boolean
  canUndo: boolean
  canRedo: boolean
}

function kindOf({ type, attrs }: EditorState['doc']): string {
  if (type.name === 'heading') return `h${attrs.level}`
  if (type.name === 'codeBlock') return 'code'
  return type.name === 'paragraph' ? 'paragraph' : ''
}

/** Returns the value that all selected lines share; '' if they differ. */
function shared(state: EditorState, read: (block: EditorState['doc']) => string): string {
  const values = new Set<string>()
  const { from, to, $from } = state.selection
  state.doc.nodesBetween(from, to, node => {
    if (node.isTextblock) values.add(read(node))
  })
  if (values.size === 0) values.add(read($from.parent))
  const [value = ''] = values
  return values.size === 1 ? value : ''
}

function colorAt(state: EditorState, name: 'color' | 'backgroundColor'): string | null {
  const { $from, from, to, empty } = state.selection
  let marks = empty ? (state.storedMarks ?? $from.marks()) : []
  if (!empty) {
    state.doc.nodesBetween(from, to, node => {
      if (node.isText && marks.length === 0) marks = node.marks
    })
  }
  return marks.findLast(mark => mark.type.name === 'textStyle' && mark.attrs[name])?.attrs[name] ?? null
}

/** Computes the state of all tools. */
export function readToolState(editor: Editor): ToolState {
  const { state } = editor
  const { selection } = state
  return {
    block: shared(state, kindOf),
    isCode: editor.isActive('codeBlock'),
    bold: editor.isActive('bold'),
    italic: editor.isActive('italic'),
    underline: editor.isActive('underline'),
    strike: editor.isActive('strike'),
    code: editor.isActive('code'),
    link: editor.isActive('link'),
    quote: editor.isActive('blockquote'),
    bulletList: editor.isActive('bulletList'),
    orderedList: editor.isActive('orderedList'),
    color: colorAt(state, 'color'),
    background: colorAt(state, 'backgroundColor'),
    align: shared(state, block => block.attrs.textAlign ?? 'left'),
    direction: shared(state, block => block.attrs.dir ?? 'default'),
    isInTable: editor.isActive('table'),
    canMerge: editor.can().mergeCells(),
    canSplit: editor.can().splitCell(),
    image: selection instanceof NodeSelection && selection.node.type.name === 'image',
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  }
}
