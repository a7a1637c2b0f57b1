import type { ChainedCommands, Editor } from '@tiptap/core'
import type { ToolState } from '../toolState.ts'

/** A dialog that a tool opens. */
export type ToolDialog = 'link' | 'image' | 'imagePicker' | 'table'

type Build = (chain: ChainedCommands) => ChainedCommands

/** The context of each tool. */
export interface Tools {
  editor: Editor
  state: ToolState
  /** Runs the command of a button. */
  run: (build: Build) => void
  /** Runs the command of a menu entry, then focuses the text. */
  choose: (build: Build) => void
  /** Focuses the text after a menu entry was chosen. */
  takeFocus: () => boolean
}
