import { IconButton, TextInput } from '@coffer/ui'
import { Calendar, X } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { fromInputDate, toInputDate } from './inputDate.ts'
import type { DateOptions } from './options.ts'

// Beyond these years there is no date that can be stored.
const first = '0001-01-01T00:00:00'
const last = '9999-12-31T23:59:59'

export function Input({ field, value, error, onChange }: InputProps) {
  const { min, max } = field.options as DateOptions
  const date = typeof value === 'string' ? value : ''
  const clear = (
    <IconButton size="small" label={`Clear ${field.name}`} icon={X} disabled={date === ''} onClick={() => onChange('')} />
  )
  return (
    <InputFrame field={field} label={`${field.name} (UTC)`} icon={Calendar} error={error}>
      {({ control }) => (
        <TextInput
          {...control}
          type="datetime-local"
          step={1}
          min={toInputDate(min) || first}
          max={toInputDate(max) || last}
          value={toInputDate(date)}
          onValueChange={text => onChange(fromInputDate(text))}
          suffix={field.required ? undefined : clear}
        />
      )}
    </InputFrame>
  )
}
