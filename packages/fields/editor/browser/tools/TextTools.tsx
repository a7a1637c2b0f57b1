import { ToolbarButton, ToolbarGroup } from '@coffer/ui'
import type { ChainedCommands, Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { Redo, RemoveFormatting, Undo } from 'lucide-react'
import { useRef } from 'react'
import { focusText } from '../focusText.ts'
import { readToolState } from '../toolState.ts'
import { BlockTools } from './BlockTools.tsx'
import { InsertTools } from './InsertTools.tsx'
import { LineTools } from './LineTools.tsx'
import { MarkTools } from './MarkTools.tsx'
import type { ToolDialog, Tools } from './Tools.ts'

interface TextToolsProps {
  editor: Editor
  onDialog: (dialog: ToolDialog) => void
}

/** The toolbar buttons of the rich text mode. */
export function TextTools({ editor, onDialog }: TextToolsProps) {
  const tools = useTools(editor)
  const { state, run } = tools
  return (
    <>
      <BlockTools tools={tools} />
      <MarkTools tools={tools} />
      <LineTools tools={tools} />
      <InsertTools tools={tools} onDialog={onDialog} />
      <ToolbarGroup label="Changes">
        <ToolbarButton
          label="Clear formatting"
          icon={RemoveFormatting}
          onClick={() => run(chain => chain.unsetAllMarks().unsetTextAlign())}
        />
        <ToolbarButton
          label="Undo"
          icon={Undo}
          shortcut="mod+z"
          disabled={!state.canUndo}
          onClick={() => run(chain => chain.undo())}
        />
        <ToolbarButton
          label="Redo"
          icon={Redo}
          shortcut="mod+shift+z"
          disabled={!state.canRedo}
          onClick={() => run(chain => chain.redo())}
        />
      </ToolbarGroup>
    </>
  )
}

/** Returns the state of all tools and their commands. */
function useTools(editor: Editor): Tools {
  const state = useEditorState({ editor, selector: ({ editor }) => readToolState(editor) })
  const isChosen = useRef(false)
  const act = (build: (chain: ChainedCommands) => ChainedCommands) => void build(editor.chain()).run()
  return {
    editor,
    state,
    run: build => {
      // A tool activated by keyboard keeps focus; a click returns focus to the text.
      if (!(document.activeElement instanceof HTMLButtonElement)) editor.view.focus()
      act(build)
    },
    choose: build => {
      isChosen.current = true
      act(build)
    },
    takeFocus: () => {
      const wasChosen = isChosen.current
      isChosen.current = false
      return wasChosen && focusText(editor)
    },
  }
}
