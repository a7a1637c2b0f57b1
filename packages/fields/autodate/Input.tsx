import { CalendarClock } from 'lucide-react'
import { Cell } from '../date/Cell.tsx'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { type AutodateOptions, autodateHelp } from './options.ts'

/** Shows the date and when the server sets it. */
export function Input({ field, value, record, context }: InputProps) {
  return (
    <InputFrame field={field} icon={CalendarClock} as="group" help={autodateHelp(field.options as AutodateOptions)}>
      {() => record && <Cell field={field} value={value} record={record} context={context} compact={false} />}
    </InputFrame>
  )
}
