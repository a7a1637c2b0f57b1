import { type ClipboardEvent, type FocusEvent, useState } from 'react'
import { readList, writeList } from './listText.ts'
import { TextInput, type TextInputProps } from './TextInput.tsx'

export interface ListInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'type' | 'onValueChange'> {
  value: readonly string[]
  onValueChange: (items: string[]) => void
}

const isSame = (some: readonly string[], others: readonly string[]) =>
  some.length === others.length && some.every((item, index) => item === others[index])

/** Several texts on one line, separated by commas. The typed text is reformatted only on blur. */
export function ListInput({ value, onValueChange, onBlur, onPaste, ...rest }: ListInputProps) {
  const [typed, setTyped] = useState({ text: writeList(value), items: value })
  const text = isSame(typed.items, value) ? typed.text : writeList(value)

  const type = (text: string) => {
    const items = readList(text)
    setTyped({ text, items })
    onValueChange(items)
  }
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    setTyped({ text: writeList(value), items: value })
    onBlur?.(event)
  }
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    onPaste?.(event)
    const lines = event.clipboardData.getData('text').split(/[\r\n\t]+/)
    if (lines.length < 2 || event.defaultPrevented) return
    // A pasted spreadsheet column: the input would join its lines to one word.
    event.preventDefault()
    const input = event.currentTarget
    input.setRangeText(lines.filter(Boolean).join(', '), input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    type(input.value)
  }
  return (
    <TextInput autoComplete="off" spellCheck={false} {...rest} value={text} onValueChange={type} onBlur={leave} onPaste={paste} />
  )
}
