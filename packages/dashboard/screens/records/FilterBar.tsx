import { Button, TextInput, useShortcut } from '@coffer/ui'
import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import styles from './FilterBar.module.css'

interface FilterBarProps {
  /** The filter that the list shows. */
  applied: string
  /** Names that a filter may use, for the word about one that it may not. */
  names: readonly string[]
  /** The server could not make sense of it. */
  isRefused: boolean
  onApply: (filter: string) => void
}

/** The search term or filter of the list. Typing changes nothing until Enter or Search. */
export function FilterBar({ applied, names, isRefused, onApply }: FilterBarProps) {
  const [typed, setTyped] = useState(applied)
  const [shown, setShown] = useState(applied)
  const input = useRef<HTMLInputElement>(null)
  const complaintId = useId()
  const complaint = useComplaint(applied, names, isRefused)
  useShortcut('/', () => input.current?.select())

  // Back, a link or "Clear filters" may change what is applied.
  if (shown !== applied) {
    setShown(applied)
    setTyped(applied)
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed.trim())
  }
  const clear = () => {
    setTyped('')
    input.current?.focus()
    if (applied !== '') onApply('')
  }

  return (
    <search className={styles.bar}>
      <form onSubmit={submit}>
        <TextInput
          ref={input}
          mono={true}
          icon={Search}
          aria-label="Search term or filter"
          aria-invalid={complaint !== ''}
          aria-describedby={complaint === '' ? undefined : complaintId}
          placeholder={'Search term or filter like created > "2022-01-01"...'}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          enterKeyHint="search"
          value={typed}
          onValueChange={setTyped}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            if (typed === applied) event.currentTarget.blur()
            else setTyped(applied)
          }}
          suffix={
            <>
              {typed.trim() !== applied && (
                <Button type="submit" size="small" variant="primary">
                  Search
                </Button>
              )}
              {(typed !== '' || applied !== '') && (
                <Button size="small" variant="quiet" onClick={clear}>
                  Clear
                </Button>
              )}
            </>
          }
        />
      </form>
      <p id={complaintId} className={styles.complaint} role="status">
        {complaint}
      </p>
    </search>
  )
}

/** Says what is wrong with a refused filter; the grammar that knows is loaded only then. */
function useComplaint(filter: string, names: readonly string[], isRefused: boolean): string {
  const [complaint, setComplaint] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: names belong to the collection, with which the whole page changes
  useEffect(() => {
    if (!isRefused) return
    let isCurrent = true
    void import('./explainFilter.ts').then(({ explainFilter }) => {
      if (isCurrent) setComplaint(explainFilter(filter, names))
    })
    return () => {
      isCurrent = false
    }
  }, [filter, isRefused])
  return isRefused ? complaint : ''
}
