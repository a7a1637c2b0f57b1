import type { Extension } from '@codemirror/state'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { IconType } from '../style/IconType.ts'

/** A place in a text that something is wrong with; `from` and `to` are UTF-16 offsets, `to` exclusive. */
export interface CodeProblem {
  from: number
  to: number
  /** A sentence; it is shown where the place is pointed at. */
  message: string
}

export interface CodeSuggestion {
  label: string
  /** A few words at the end of the row: what it is or stands for. */
  hint?: string | undefined
  /** What is written where it differs from the label. */
  insert?: string | undefined
  /** More follows: once taken, the next suggestions are asked for. */
  continues?: boolean | undefined
}

/** What could stand in the place of the text between two offsets, best first. */
export interface CodeSuggestions {
  from: number
  to: number
  items: readonly CodeSuggestion[]
  /** Enter takes the first one without a press of the arrow keys. */
  isFirstMeant?: boolean | undefined
}

export interface CodeQuestion {
  text: string
  /** Offset of the caret. */
  position: number
  /** Asked for by Ctrl+Space rather than by typing. */
  isExplicit: boolean
}

/** Suggests what could be written at the caret; asked at every key. */
export type CodeCompleter = (question: CodeQuestion) => CodeSuggestions | undefined | Promise<CodeSuggestions | undefined>

/** Loads what the editor knows of a language. A constant of its module: the editor asks for it once. */
export type CodeLanguage = () => Promise<Extension>

export interface CodeEditorHandle {
  focus: () => void
  blur: () => void
  selectAll: () => void
  /** Takes focus and brings what lies between two offsets into view. */
  reveal: (from: number, to: number) => void
}

/** Attributes of the control are those of `FieldFrame`; without a frame it needs an `aria-label`. */
export interface CodeEditorProps {
  id?: string | undefined
  'aria-label'?: string | undefined
  /** The label's id, which a click leads from: `labelId` of the frame. */
  'aria-labelledby'?: string | undefined
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  'aria-required'?: boolean | undefined
  ref?: Ref<CodeEditorHandle> | undefined
  value: string
  onValueChange?: ((value: string) => void) | undefined
  language?: CodeLanguage | undefined
  problems?: readonly CodeProblem[] | undefined
  complete?: CodeCompleter | undefined
  /** One line that scrolls sideways: Enter submits the form around it, pasted line breaks become spaces. */
  singleLine?: boolean | undefined
  /** The editor proper is loaded only when pointer or focus come near; otherwise as soon as it is shown. */
  isRarelyUsed?: boolean | undefined
  readOnly?: boolean | undefined
  placeholder?: string | undefined
  enterKeyHint?: 'enter' | 'done' | 'go' | 'search' | undefined
  /** Pixels; one line by default. */
  minHeight?: number | undefined
  /** Pixels up to which it grows before it scrolls; 500 by default. */
  maxHeight?: number | undefined
  icon?: IconType | undefined
  /** Inside the box at its right end. */
  suffix?: ReactNode
  /** Keys that the editor itself answered are `defaultPrevented`. */
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  /** Focus has left the editor. */
  onBlur?: (() => void) | undefined
  /** The offset of the caret, and undefined once focus is elsewhere. */
  onCaretChange?: ((position: number | undefined) => void) | undefined
  className?: string | undefined
}
