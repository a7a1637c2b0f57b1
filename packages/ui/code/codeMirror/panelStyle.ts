import { EditorView } from '@codemirror/view'

const field = {
  minHeight: 'var(--control-small)',
  margin: 0,
  padding: '0 8px',
  border: '1px solid var(--line-strong)',
  borderRadius: 'var(--radius-small)',
  background: 'var(--surface-1)',
  color: 'var(--text)',
  font: 'var(--type-table)',
  verticalAlign: 'middle',
}

/** Styles of the search panel above the code. */
export const panelStyle = EditorView.theme({
  '.cm-panels': {
    borderRadius: 'var(--radius) var(--radius) 0 0',
    background: 'var(--surface-2)',
    color: 'var(--text)',
    font: 'var(--type-table)',
  },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search, .cm-panel.cm-gotoLine': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '6px',
    padding: '6px 36px 6px 6px',
    fontSize: 'inherit',
  },
  '.cm-panel.cm-search br': { display: 'block', width: '100%' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', margin: '0 4px', fontSize: 'inherit' },
  '.cm-textfield': { ...field, flex: '1 1 140px' },
  '.cm-button': { ...field, backgroundImage: 'none', cursor: 'default' },
  '.cm-button:active': { backgroundImage: 'none', background: 'var(--surface-3)' },
  '.cm-panel.cm-search [name=close], .cm-panel.cm-gotoLine [name=close]': {
    position: 'absolute',
    top: '6px',
    right: '6px',
    width: 'var(--control-small)',
    height: 'var(--control-small)',
    border: 0,
    borderRadius: 'var(--radius-small)',
    background: 'transparent',
    color: 'var(--text-muted)',
    font: 'var(--type-title)',
  },
})
