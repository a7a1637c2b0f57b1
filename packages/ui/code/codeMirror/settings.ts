import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, placeholder } from '@codemirror/view'
import type { CodeEditorProps } from '../CodeEditorProps.ts'

const attributeNames = ['id', 'aria-label', 'aria-labelledby', 'aria-describedby', 'aria-invalid', 'aria-required'] as const

/** What of the properties may change while the editor lives; undefined where nothing of it has. */
export function settings(props: CodeEditorProps): Extension
export function settings(props: CodeEditorProps, last: CodeEditorProps): Extension | undefined
export function settings(props: CodeEditorProps, last?: CodeEditorProps): Extension | undefined {
  const names = [...attributeNames, 'placeholder', 'readOnly', 'enterKeyHint'] as const
  if (last && names.every(name => props[name] === last[name])) return undefined
  return [
    EditorView.contentAttributes.of(attributesOf(props)),
    EditorState.readOnly.of(props.readOnly ?? false),
    // As a function it sets no attribute, which a combobox may not have.
    placeholder(() => spanOf(props.placeholder ?? '')),
  ]
}

function attributesOf(props: CodeEditorProps): Record<string, string> {
  // Keys reach what can be edited anyway; this tells so to those who look at the element.
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
