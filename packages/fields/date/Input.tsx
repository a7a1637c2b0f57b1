import { Calendar } from 'lucide-react'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { useTypedDate } from './browser/useTypedDate.ts'
import { DateControl } from './DateControl.tsx'
import { formatLocal, parseUtc } from './formatDate.ts'
import type { DateOptions } from './options.ts'
import { describeDateLimits } from './pickDate.ts'
import { parseTypedDate, validateDateText } from './typedDate.ts'
import { validateDate } from './validateDate.ts'

export function Input({ field, value, record, error, onChange }: InputProps) {
  const limits = field.options as DateOptions
  const typed = useTypedDate(typeof value === 'string' ? value : '', record?.[field.name], onChange)
  const { settled } = typed
  const date = parseTypedDate(settled) === settled ? settled : ''
  const problem = error ?? validateDateText(settled)?.message ?? validateDate(date, limits)?.message
  const moment = parseUtc(date)
  return (
    <InputFrame
      field={field}
      label={`${field.name} (UTC)`}
      icon={Calendar}
      error={problem}
      help={[moment && formatLocal(moment), describeDateLimits(limits)].filter(Boolean).join(' · ')}
    >
      {({ control }) => (
        <DateControl control={control} name={field.name} date={typed} limits={limits} canClear={!field.required} />
      )}
    </InputFrame>
  )
}
