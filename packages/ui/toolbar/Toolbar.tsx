import { Toolbar as Base } from '@base-ui/react/toolbar'
import { type KeyboardEvent, type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import { useOverflowMarks } from '../scroll/useOverflowMarks.ts'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './Toolbar.module.css'

export interface ToolbarProps {
  label: string
  /** The id of the element that the tools control. */
  controls?: string | undefined
  ref?: Ref<HTMLDivElement> | undefined
  onKeyDown?: ((event: KeyboardEvent) => void) | undefined
  className?: string | undefined
  children: ReactNode
}

/**
 * Tools in a row, one stop of the Tab key: arrow keys move among them. A press leaves focus, and with it a selection, where it is;
 * too narrow a row scrolls sideways.
 */
export function Toolbar({ label, controls, ref, onKeyDown, className, children }: ToolbarProps) {
  const root = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => root.current as HTMLDivElement)
  useOverflowMarks(root)
  return (
    <Base.Root
      ref={root}
      aria-label={label}
      aria-controls={controls}
      className={joinClasses(styles.toolbar, className)}
      onKeyDown={event => {
        onKeyDown?.(event)
        goToEnd(event)
      }}
      onMouseDown={event => event.preventDefault()}
    >
      {children}
    </Base.Root>
  )
}

/** Moves to the first tool on Home and to the last on End. */
function goToEnd(event: KeyboardEvent<HTMLElement>) {
  if (event.defaultPrevented || (event.key !== 'Home' && event.key !== 'End')) return
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button')]
  const tool = event.key === 'Home' ? tools[0] : tools.at(-1)
  tool?.focus()
  event.preventDefault()
}

interface ToolbarGroupProps {
  label: string
  /** Whether the group is sticky at the right end while the others scroll. */
  isPinned?: boolean | undefined
  children: ReactNode
}

/** A group of related tools. */
export function ToolbarGroup({ label, isPinned, children }: ToolbarGroupProps) {
  return (
    <Base.Group className={joinClasses(styles.group, isPinned && styles.pinned)} aria-label={label}>
      {children}
    </Base.Group>
  )
}
