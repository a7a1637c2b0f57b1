import { type CSSProperties, type MouseEvent, useEffect, useImperativeHandle } from 'react'
import control from '../form/control.module.css'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './CodeEditor.module.css'
import type { CodeEditorProps } from './CodeEditorProps.ts'
import { PlainCode } from './PlainCode.tsx'
import { useCodeMirror } from './useCodeMirror.ts'

/**
 * Edits code. Starts as a plain input, which the full editor replaces once it has loaded. Text, caret, focus and undo history
 * are kept.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { singleLine, readOnly, icon: Icon, suffix, className, onKeyDown, ref, 'aria-labelledby': labelId } = props
  const { place, plain, editor, mounted, isLoading, load } = useCodeMirror(props)

  useImperativeHandle(ref, () => {
    const control = () => mounted.current?.element ?? plain.current
    const select = (from: number, to: number) => {
      control()?.focus()
      if (mounted.current) mounted.current.select(from, to)
      else plain.current?.setSelectionRange(from, to)
    }
    return {
      focus: () => control()?.focus(),
      blur: () => control()?.blur(),
      selectAll: () => select(0, Number.MAX_SAFE_INTEGER),
      reveal: select,
    }
  }, [mounted, plain])

  // A click on a label focuses inputs, but not contenteditable elements.
  useEffect(() => {
    const label = labelId === undefined ? null : document.getElementById(labelId)
    if (!label || !editor) return
    const lead = () => editor.element.focus()
    label.addEventListener('click', lead)
    return () => label.removeEventListener('click', lead)
  }, [labelId, editor])

  const size = { '--code-min': pixels(props.minHeight), '--code-max': pixels(props.maxHeight ?? 500) } as CSSProperties
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click beside the control focuses it
    <div
      className={joinClasses(control.box, styles.box, readOnly && styles.readOnly, className)}
      style={singleLine ? undefined : size}
      onPointerEnter={load}
      onMouseDown={event => keepFocusInside(event, mounted.current?.element ?? plain.current)}
    >
      {Icon && <Icon size={16} aria-hidden={true} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the control within pass through here */}
      <div
        ref={place}
        className={joinClasses(styles.place, control.mono)}
        onFocus={load}
        onBlur={event => event.currentTarget.contains(event.relatedTarget) || props.onBlur?.()}
        onKeyDown={onKeyDown}
      >
        {!editor && <PlainCode {...props} element={plain} isBrief={isLoading} />}
      </div>
      {suffix && <span className={styles.suffix}>{suffix}</span>}
    </div>
  )
}

const pixels = (length: number | undefined) => (length === undefined ? undefined : `${length}px`)

/** Focuses the control when the surrounding box is clicked. */
function keepFocusInside(event: MouseEvent<HTMLElement>, target: HTMLElement | null) {
  if (event.target !== event.currentTarget) return
  event.preventDefault()
  target?.focus()
}
