import { IconButton, TextInput } from '@coffer/ui'
import { Calendar, CalendarDays, X } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import { useSettled } from '../inputs/browser/useSettled.ts'
import { InputFrame } from '../inputs/InputFrame.tsx'
import type { InputProps } from '../viewContract.ts'
import { formatLocal, parseUtc } from './formatDate.ts'
import { judgeDate } from './judgeDate.ts'
import type { DateOptions } from './options.ts'
import { limitsText } from './pickDate.ts'
import { misreadDate, readTypedDate, typedForm } from './typedDate.ts'

const loadPicker = () => import('./DatePicker.tsx')
const DatePicker = lazy(async () => ({ default: (await loadPicker()).DatePicker }))

/** Milliseconds without a key after which what is typed is judged. */
const pause = 300

export function Input({ field, value, record, error, onChange }: InputProps) {
  const limits = field.options as DateOptions
  const held = typeof value === 'string' ? value : ''
  const [typed, setTyped] = useState({ text: typedForm(held), held })
  const [settled, settle] = useSettled(held, pause)
  const [isOpen, setOpen] = useState(false)
  const [isPickerUsed, setPickerUsed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  // The form was filled anew, or a date was picked: what was typed stands for another one.
  const text = typed.held === held ? typed.text : typedForm(held)

  const type = (text: string) => {
    const stored = record?.[field.name]
    const isStored = typeof stored === 'string' && text === typedForm(stored)
    // The milliseconds of a stored date are not shown, and come back with it.
    const date = isStored ? stored : readTypedDate(text)
    const held = date === '' ? text.trim() && text : date
    setTyped({ text, held })
    onChange(held)
  }
  const pick = (date: string) => {
    setTyped({ text: typedForm(date), held: date })
    settle(date)
    onChange(date)
  }
  const leave = () => {
    settle(held)
    setTyped({ text: typedForm(held), held })
  }
  const open = () => {
    setPickerUsed(true)
    setOpen(true)
  }
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    open()
  }
  const date = readTypedDate(settled) === settled ? settled : ''
  const problem = error ?? misreadDate(settled)?.message ?? judgeDate(date, limits)?.message
  const moment = parseUtc(date)
  return (
    <InputFrame
      field={field}
      label={`${field.name} (UTC)`}
      icon={Calendar}
      error={problem}
      help={[moment && formatLocal(moment), limitsText(limits)].filter(Boolean).join(' · ')}
    >
      {({ control }) => (
        <div ref={box}>
          <TextInput
            {...control}
            ref={input}
            autoComplete="off"
            spellCheck={false}
            placeholder="YYYY-MM-DD HH:MM:SS"
            value={text}
            onValueChange={type}
            onBlur={leave}
            onKeyDown={openByKey}
            suffix={
              <>
                {!field.required && text !== '' && (
                  <IconButton
                    size="small"
                    label={`Clear ${field.name}`}
                    icon={X}
                    onClick={() => {
                      pick('')
                      input.current?.focus()
                    }}
                  />
                )}
                <IconButton
                  ref={opener}
                  size="small"
                  label={`Choose ${field.name} in a calendar`}
                  tooltip="Calendar"
                  icon={CalendarDays}
                  aria-haspopup="dialog"
                  aria-expanded={isOpen}
                  onPointerEnter={() => void loadPicker()}
                  onClick={open}
                />
              </>
            }
          />
          {isPickerUsed && (
            <Suspense>
              <DatePicker
                open={isOpen}
                label={`Choose ${field.name}`}
                date={readTypedDate(held)}
                limits={limits}
                anchor={box}
                opener={opener}
                canClear={!field.required}
                onPick={pick}
                onClose={() => setOpen(false)}
              />
            </Suspense>
          )}
        </div>
      )}
    </InputFrame>
  )
}
