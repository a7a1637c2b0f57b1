import type { ChainedCommands, Editor } from '@tiptap/core'
import type { ToolState } from '../toolState.ts'

/** A form that a tool opens. */
export type ToolDialog = 'link' | 'image' | 'imagePicker' | 'table'

type Build = (chain: ChainedCommands) => ChainedCommands

/** What each tool works with. */
export interface Tools {
  editor: Editor
  state: ToolState
  /** Does what a button says. */
  run: (build: Build) => void
  /** Does what an entry of a menu says; focus then goes to the text. */
  choose: (build: Build) => void
  /** For a menu: focus goes to the text once an entry was chosen. */
  takeFocus: () => boolean
}
