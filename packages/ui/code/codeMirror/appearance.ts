import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { panelStyle } from './panelStyle.ts'
import { popupStyle } from './popupStyle.ts'

/** Uses only color roles, so that both themes work without further rules. */
const boxStyle = EditorView.theme({
  '&': { minWidth: 0, borderRadius: 'inherit', color: 'inherit', font: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    maxHeight: 'var(--code-max)',
    font: 'inherit',
    lineHeight: 'inherit',
    overflow: 'auto',
    overscrollBehavior: 'contain',
  },
  '.cm-content': {
    minHeight: 'max(var(--control) - 2px, var(--code-min, 0px))',
    padding: 'var(--code-padding) 0',
    caretColor: 'var(--text)',
  },
  '&.cm-oneLine .cm-scroller': {
    scrollbarWidth: 'none',
    overflowY: 'hidden',
    // Text that is scrolled out of view must not overlap neighboring elements.
    maskImage: `linear-gradient(to right, transparent 2px, var(--text) 10px calc(100% - 10px), transparent calc(100% - 2px))`,
  },
  '.cm-line': { padding: '0 10px' },
  '.cm-placeholder': { display: 'inline', color: 'var(--text-muted)', verticalAlign: 'baseline' },
  '.cm-specialChar': { color: 'var(--danger-text)' },
  '&.cm-focused .cm-matchingBracket': { background: 'var(--surface-3)', borderRadius: '2px' },
  '&.cm-focused .cm-nonmatchingBracket': { background: 'var(--danger-soft)', color: 'var(--danger-text)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-searchMatch': { background: 'var(--warning-soft)', borderRadius: '2px' },
  '.cm-searchMatch-selected': { background: 'var(--selection)' },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--danger)' },
})

const highlightStyle = HighlightStyle.define([
  { tag: [tags.string, tags.attributeValue, tags.regexp], color: 'var(--success-text)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--info-text)' },
  { tag: [tags.keyword, tags.tagName, tags.special(tags.variableName)], color: 'var(--accent-text)' },
  { tag: [tags.attributeName, tags.typeName, tags.className], color: 'var(--warning-text)' },
  { tag: tags.propertyName, color: 'var(--accent-text)' },
  { tag: [tags.operator, tags.punctuation, tags.angleBracket, tags.meta], color: 'var(--text-muted)' },
  { tag: tags.logicOperator, color: 'var(--text)', fontWeight: '600' },
  { tag: tags.comment, color: 'var(--text-muted)', fontStyle: 'italic' },
  { tag: tags.invalid, color: 'var(--danger-text)' },
])

/** The theme of the editor and its popups. */
export const appearance: Extension = [boxStyle, panelStyle, popupStyle, syntaxHighlighting(highlightStyle)]
