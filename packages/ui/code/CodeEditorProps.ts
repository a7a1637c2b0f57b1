import type { Extension } from '@codemirror/state'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import type { IconType } from '../style/IconType.ts'

/** An error in a text. `from` and `to` are UTF-16 offsets; `to` is exclusive. */
export interface CodeProblem {
  from: number
  to: number
  /** A sentence, shown when the pointer is over the range. */
  message: string
}

export interface CodeSuggestion {
  label: string
  /** A short description at the end of the row. */
  hint?: string | undefined
  /** The inserted text if it differs from the label. */
  insert?: string | undefined
  /** Whether the next suggestions open after this one was accepted. */
  continues?: boolean | undefined
}

/** Suggested replacements for the text between two offsets, best first. */
export interface CodeSuggestions {
  from: number
  to: number
  items: readonly CodeSuggestion[]
  /** Whether Enter accepts the first suggestion without an arrow key. */
  isFirstMeant?: boolean | undefined
}

export interface CodeQuestion {
  text: string
  /** The offset of the caret. */
  position: number
  /** Whether suggestions were requested with Ctrl+Space instead of by typing. */
  isExplicit: boolean
}

/** Returns suggestions for the caret position. Called on every key press, so only code that has to load first returns a promise. */
export type CodeCompleter = (question: CodeQuestion) => CodeSuggestions | undefined | Promise<CodeSuggestions | undefined>

/** Loads the support for a language. Must be a module constant: the editor calls it once. */
export type CodeLanguage = () => Promise<Extension>

export interface CodeEditorHandle {
  focus: () => void
  blur: () => void
  selectAll: () => void
  /** Focuses the editor and scrolls the range between two offsets into view. */
  reveal: (from: number, to: number) => void
}

/** Accepts the control attributes of `FieldFrame`. Without a frame it needs an `aria-label`. */
export interface CodeEditorProps {
  id?: string | undefined
  'aria-label'?: string | undefined
  /** The id of the label that focuses the editor on click: `labelId` of the frame. */
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
  /** A single line that scrolls sideways. Enter submits the form, and pasted line breaks become spaces. */
  singleLine?: boolean | undefined
  /** Loads the full editor when the pointer or focus enters, instead of immediately. */
  isRarelyUsed?: boolean | undefined
  readOnly?: boolean | undefined
  placeholder?: string | undefined
  enterKeyHint?: 'enter' | 'done' | 'go' | 'search' | undefined
  /** Minimum height in pixels. Default: one line. */
  minHeight?: number | undefined
  /** Height in pixels up to which the editor grows before it scrolls. Default: 500. */
  maxHeight?: number | undefined
  icon?: IconType | undefined
  /** Content at the right end of the box. */
  suffix?: ReactNode
  /** Keys that the editor has handled are `defaultPrevented`. */
  onKeyDown?: ((event: KeyboardEvent<HTMLElement>) => void) | undefined
  /** Called when focus leaves the editor. */
  onBlur?: (() => void) | undefined
  /** Called with the offset of the caret, and with undefined when focus leaves. */
  onCaretChange?: ((position: number | undefined) => void) | undefined
  className?: string | undefined
}
