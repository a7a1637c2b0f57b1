import { EditorView } from '@codemirror/view'

/** Styles of suggestions and hints, matching the kit's menus and tooltips. */
export const popupStyle = EditorView.theme({
  '.cm-tooltip': {
    zIndex: 'var(--z-popup)',
    border: '1px solid var(--line)',
    borderRadius: 'var(--radius)',
    background: 'var(--surface-float)',
    boxShadow: 'var(--shadow-menu)',
    color: 'var(--text)',
  },
  // Below the border of the surrounding box.
  '&.cm-oneLine .cm-tooltip-below': { marginTop: 'calc(var(--control) / 2 - 2px)' },
  '&.cm-oneLine .cm-tooltip-above': { marginTop: 'calc(2px - var(--control) / 2)' },
  '.cm-tooltip.cm-tooltip-autocomplete': { borderRadius: 'var(--radius-layer)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    boxSizing: 'border-box',
    minWidth: '240px',
    maxWidth: 'min(560px, calc(100vw - 24px))',
    maxHeight: '296px',
    padding: 'var(--space-1)',
    font: 'var(--type-mono)',
    overscrollBehavior: 'contain',
    scrollPadding: 'var(--space-1)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 'var(--space-4)',
    minHeight: 'var(--control-small)',
    padding: '2px 8px',
    borderRadius: 'var(--radius)',
    lineHeight: 'inherit',
    cursor: 'default',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--surface-3)', color: 'var(--text)' },
  '.cm-completionLabel': { flex: '0 1 auto', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.cm-completionDetail': {
    flex: '1 1 auto',
    marginLeft: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    textAlign: 'right',
    color: 'var(--text-muted)',
    font: 'var(--type-caption)',
    fontStyle: 'normal',
  },
  '.cm-completionListIncompleteTop:before, .cm-completionListIncompleteBottom:after': { color: 'var(--text-muted)', opacity: 1 },
  '.cm-tooltip-hover': {
    maxWidth: 'min(360px, calc(100vw - 24px))',
    border: 0,
    background: 'var(--tooltip)',
    color: 'var(--on-tooltip)',
    font: 'var(--type-caption)',
  },
  '.cm-diagnostic': { padding: '5px 8px', border: 0, marginLeft: 0 },
})
