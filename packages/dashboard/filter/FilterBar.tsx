import type { FilterSubject } from '@coffer/schema'
import { Button, CodeEditor, type CodeEditorHandle, uncovered, useShortcut } from '@coffer/ui'
import { Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { FilterAids } from './FilterAids.tsx'
import styles from './FilterBar.module.css'
import type { FilterExample } from './FilterHelp.tsx'
import { useFilterAssist } from './useFilterAssist.ts'
import { useFilterHistory } from './useFilterHistory.ts'

interface FilterBarProps {
  /** The filter applied to the list. */
  applied: string
  subject: FilterSubject
  placeholder?: string
  /** Examples for the help. Default: those for records. */
  examples?: readonly FilterExample[]
  /** Whether the server rejected the applied filter. */
  isRejected: boolean
  /** Whether the down arrow moves to a list instead of opening the recent filters. */
  isOverList?: boolean
  onApply: (filter: string) => void
}

/** Input for the search term or filter of a list. Applied on Enter or Search, not while typing. */
export function FilterBar(props: FilterBarProps) {
  const { applied, subject, isRejected, isOverList = false, onApply } = props
  const [typed, setTyped] = useState(applied)
  const [shown, setShown] = useState(applied)
  const [submitted, setSubmitted] = useState(applied)
  const [isRecentOpen, setRecentOpen] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const complaintId = useId()
  const { filters, add, remove } = useFilterHistory(subject.collection.id)
  const isApplied = typed.trim() === applied
  const assist = useFilterAssist(typed, subject, { isValidated: isRejected || !isApplied, isDone: isApplied })
  const complaint = assist.problem?.message ?? (isRejected && isApplied ? 'The server rejected this filter.' : '')
  useShortcut('/', () => editor.current?.selectAll())

  // "Back", a link or "Clear filters" can change the applied filter, which then replaces the text. A filter submitted here also
  // arrives as a change a moment later, but by then the user may have typed more.
  if (shown !== applied) {
    setShown(applied)
    setSubmitted(applied)
    if (applied !== submitted) setTyped(applied)
  }

  const removeRejected = useEffectEvent(() => remove(applied))
  useEffect(() => {
    if (isRejected) removeRejected()
  }, [isRejected])

  const apply = (filter: string) => {
    if (filter !== '') add(filter)
    setSubmitted(filter)
    onApply(filter)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    apply(typed.trim())
  }
  const clear = () => {
    setTyped('')
    editor.current?.focus()
    if (applied !== '') apply('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    if (event.key === 'ArrowDown' && !isOverList && typed === '' && filters.length > 0) {
      event.preventDefault()
      setRecentOpen(true)
    } else if (event.key === 'Escape') {
      // Escape only leaves the bar. It keeps the text, and does not close a dialog around the bar.
      if (!isApplied) event.preventDefault()
      editor.current?.blur()
    }
  }

  return (
    <search className={styles.bar} {...uncovered}>
      <form ref={form} onSubmit={submit}>
        <CodeEditor
          {...assist.editor}
          ref={editor}
          singleLine
          isRarelyUsed
          icon={Search}
          aria-label="Search term or filter"
          aria-invalid={complaint !== ''}
          aria-describedby={complaint === '' ? undefined : complaintId}
          placeholder={props.placeholder ?? 'Search term or filter like created > "2022-01-01"...'}
          enterKeyHint="search"
          value={typed}
          onValueChange={setTyped}
          onKeyDown={onKeyDown}
          suffix={
            <>
              {!isApplied && (
                <Button type="submit" size="small" variant="primary" className={styles.search}>
                  Search
                </Button>
              )}
              {(typed !== '' || applied !== '') && (
                <Button size="small" variant="quiet" onClick={clear}>
                  Clear
                </Button>
              )}
              <FilterAids
                examples={props.examples}
                recent={filters}
                isRecentOpen={isRecentOpen}
                onRecentOpen={setRecentOpen}
                onChoose={filter => {
                  setRecentOpen(false)
                  setTyped(filter)
                  apply(filter)
                }}
                onForget={remove}
                anchor={form}
                returnTo={() => form.current?.querySelector<HTMLElement>('[role="combobox"]') ?? null}
                className={typed === '' ? undefined : styles.spare}
              />
            </>
          }
        />
      </form>
      <p id={complaintId} className={styles.complaint} role="status" data-floating={isApplied ? undefined : ''}>
        {complaint}
      </p>
    </search>
  )
}
