import { type ChangeEvent, type ClipboardEvent, type RefObject, useLayoutEffect } from 'react'
import control from '../form/control.module.css'
import { fitHeight } from '../form/fitHeight.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CodeEditor.module.css'
import type { CodeEditorProps } from './CodeEditorProps.ts'

export type PlainElement = HTMLInputElement | HTMLTextAreaElement

interface PlainCodeProps extends CodeEditorProps {
  element: RefObject<PlainElement | null>
}

/** Characters that fill any editor. */
const long = 50_000

const comboBox = { role: 'combobox', 'aria-expanded': false, 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' } as const

/** The text without the comforts of the editor, which takes its place once it is loaded. */
export function PlainCode({ element, ...props }: PlainCodeProps) {
  const report = () => props.onCaretChange?.(element.current?.selectionStart ?? 0)
  const shared = {
    id: props.id,
    'aria-label': props['aria-label'],
    'aria-labelledby': props['aria-labelledby'],
    'aria-describedby': props['aria-describedby'],
    'aria-invalid': props['aria-invalid'],
    'aria-required': props['aria-required'],
    className: joinClasses(styles.plain, control.mono),
    value: props.value,
    readOnly: props.readOnly,
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
    const area = element.current
    if (!(area instanceof HTMLTextAreaElement)) return
    // Laying out a long text to measure it takes longer than the editor takes to come.
    if (area.value.length < long) fitHeight(area)
    else area.style.height = '100vh'
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

/** Line breaks become spaces, which the browser would drop. Written as if it were typed, so that it can be undone. */
function pasteOnOneLine(event: ClipboardEvent<HTMLInputElement>) {
  const text = event.clipboardData.getData('text/plain')
  if (!/[\r\n]/.test(text)) return
  event.preventDefault()
  document.execCommand('insertText', false, text.replace(/\r\n?|\n/g, ' '))
}
