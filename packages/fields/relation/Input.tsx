import { Chip, TextInput } from '@coffer/ui'
import { Waypoints } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import styles from '../inputs/inputs.module.css'
import { textsOf } from '../list/textsOf.ts'
import type { InputProps } from '../viewContract.ts'
import { addIds, idsInText } from './idsInText.ts'
import type { RelationOptions } from './options.ts'
import { relatedRecords } from './relatedRecords.ts'

const helpFor = (limit: number) => {
  if (limit === 1) return 'The id of one record.'
  return `Ids of records, separated by commas or lines${limit === Infinity ? '' : `; at most ${limit}`}.`
}

export function Input({ field, value, record, context, error, onChange }: InputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const { maxSelect } = field.options as RelationOptions
  const limit = maxSelect ?? Infinity
  const ids = textsOf(value)
  const related = relatedRecords(record, field.name)

  const labelOf = (id: string) => {
    const target = related.get(id)
    return target ? context.recordLabel(target) : id
  }
  const set = (ids: string[]) => onChange(limit === 1 ? (ids[0] ?? '') : ids)
  const add = (text: string) => {
    setTyped('')
    const added = idsInText(text)
    if (added.length > 0) set(addIds(ids, added, limit))
  }
  const remove = (id: string) => {
    set(ids.filter(each => each !== id))
    input.current?.focus()
  }
  const type = (text: string) => (/[\s,;]/.test(text) ? add(text) : setTyped(text))
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed !== '') {
      // Enter takes the id over; it does not send the form.
      event.preventDefault()
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && ids.length > 0) set(ids.slice(0, -1))
  }
  return (
    <InputFrame field={field} icon={Waypoints} error={error} help={helpFor(limit)}>
      {({ control }) => (
        <>
          {ids.length > 0 && (
            <div className={styles.items}>
              {ids.map(id => (
                <Chip key={id} mono={!related.has(id)} removeLabel={`Remove ${labelOf(id)}`} onRemove={() => remove(id)}>
                  {labelOf(id)}
                </Chip>
              ))}
            </div>
          )}
          <TextInput
            {...control}
            ref={input}
            mono
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onValueChange={type}
            onKeyDown={press}
            onBlur={() => add(typed)}
          />
        </>
      )}
    </InputFrame>
  )
}
