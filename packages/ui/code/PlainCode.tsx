import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect } from 'react'
import control from '../form/control.module.css'
import { fitHeight } from '../form/fitHeight.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CodeEditor.module.css'
import type { CodeEditorProps } from './CodeEditorProps.ts'

export type PlainElement = HTMLInputElement | HTMLTextAreaElement

interface PlainCodeProps extends CodeEditorProps {
  element: RefObject<PlainElement | null>
  /** Whether the editor is loading. In the meantime, a long text shows only its beginning and is read-only. */
  isBrief: boolean
}

/** Number of characters that a browser lays out faster than the editor loads. Much longer text takes seconds. */
const long = 50_000

const comboBox = { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' } as const

/** A plain input for code, until the editor has loaded. */
export function PlainCode({ element, isBrief, ...props }: PlainCodeProps) {
  const isCut = isBrief && props.value.length > long
  const report = () => props.onCaretChange?.(element.current?.selectionStart ?? 0)
  const shared = {
    id: props.id,
    'aria-label': props['aria-label'],
    'aria-labelledby': props['aria-labelledby'],
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
    className: joinClasses(styles.plain, control.mono),
    value: isCut ? props.value.slice(0, long) : props.value,
    readOnly: isCut || props.readOnly,
    'aria-busy': isCut || undefined,
    placeholder: props.placeholder,
    enterKeyHint: props.enterKeyHint,
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'off',
    onChange: (event: ChangeEvent<PlainElement>) => {
      props.onValueChange?.(event.target.value)
      report()
    },
    onSelect: report,
    onBlur: () => props.onCaretChange?.(undefined),
  }

  useLayoutEffect(() => {
    if (element.current instanceof HTMLTextAreaElement) fitHeight(element.current)
  })

  if (!props.singleLine) return <textarea {...shared} ref={element as RefObject<HTMLTextAreaElement | null>} rows={1} />
  return (
    <input
      {...shared}
      {...(props.complete && comboBox)}
      ref={element as RefObject<HTMLInputElement | null>}
      type="text"
      onPaste={pasteOnOneLine}
    />
  )
}

/** Pastes with spaces instead of line breaks, which the browser would drop. Uses insertText, so that it can be undone. */
function pasteOnOneLine(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  document.execCommand('insertText', false, text.replace(/\r\n?|\n/g, ' '))
}
