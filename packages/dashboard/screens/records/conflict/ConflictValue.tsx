import type { Field } from '@coffer/fields'
import { abilitiesOf } from '@coffer/fields/abilities'
import { fieldViews, type RecordJson, type ViewContext } from '@coffer/fields/ui'
import { diffText } from '@coffer/ui'
import { useEffect, useRef } from 'react'
import { asList } from '../draft/asList.ts'
import styles from './ConflictValue.module.css'

interface ConflictValueProps {
  field: Field
  value: unknown
  other: unknown
  record: RecordJson
  context: ViewContext
}

/** Maximum characters of a value that is short enough to compare without marking the difference. */
const maxUnmarkedCharacters = 60

/** Shows one of two conflicting values. In a long text, it marks the part that differs. */
export function ConflictValue({ field, value, other, record, context }: ConflictValueProps) {
  const { holdsFiles, refersTo } = abilitiesOf(field)
  if (holdsFiles) return <FileNames value={value} />
  const [text, otherText] = [textOf(value), textOf(other)]
  const isLong = text.length > maxUnmarkedCharacters || otherText.length > maxUnmarkedCharacters
  if (refersTo === undefined && isLong) return <MarkedText text={text} other={otherText} />
  const { Cell } = fieldViews[field.type]
  return <Cell field={field} value={value} record={record} context={context} compact={false} />
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

function MarkedText({ text, other }: { text: string; other: string }) {
  const mark = useRef<HTMLElement>(null)
  const change = diffText(other, text)
  const from = change?.from ?? 0
  const to = from + (change?.insert.length ?? 0)

  useEffect(() => {
    mark.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
    <div className={styles.text} tabIndex={0}>
      {text.slice(0, from)}
      <mark ref={mark}>{text.slice(from, to)}</mark>
      {text.slice(to)}
    </div>
  )
}

function FileNames({ value }: { value: unknown }) {
  const names = asList(value).map(item => (item instanceof File ? `${item.name} (new)` : String(item)))
  return <span className={styles.files}>{names.length === 0 ? 'No file' : names.join(', ')}</span>
}
