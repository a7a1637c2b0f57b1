import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import type { CodeEditorProps } from '../CodeEditorProps.ts'

const attributeNames = ['id', 'aria-label', 'aria-labelledby', 'aria-describedby', 'aria-invalid', 'aria-required'] as const

/** Returns the effects for changed props; undefined if none of the changeable props differ. */
export function settings(props: CodeEditorProps): Extension
export function settings(props: CodeEditorProps, last: CodeEditorProps): Extension | undefined
export function settings(props: CodeEditorProps, last?: CodeEditorProps): Extension | undefined {
  const names = [...attributeNames, 'placeholder', 'readOnly', 'enterKeyHint'] as const
  if (last && names.every(name => props[name] === last[name])) return undefined
  return [
    EditorView.contentAttributes.of(attributesOf(props)),
    EditorState.readOnly.of(props.readOnly ?? false),
    // Passed as a function, because the string form sets an attribute that is invalid on a combobox.
    placeholder(() => spanOf(props.placeholder ?? '')),
  ]
}

function attributesOf(props: CodeEditorProps): Record<string, string> {
  // Keys reach a contenteditable element anyway; the tabindex makes that visible to code that inspects the element.
  const attributes: Record<string, string> = { tabindex: '0' }
  for (const name of attributeNames) {
    const value = props[name]
    if (value !== undefined) attributes[name] = String(value)
  }
  if (props.placeholder !== undefined && !props.complete) attributes['aria-placeholder'] = props.placeholder
  if (props.enterKeyHint !== undefined) attributes.enterkeyhint = props.enterKeyHint
  return attributes
}

function spanOf(text: string): HTMLElement {
  const span = document.createElement('span')
  span.textContent = text
  return span
}
