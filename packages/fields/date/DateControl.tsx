import { type ControlAttributes, IconButton, TextInput } from '@coffer/ui'
import { CalendarDays, X } from 'lucide-react'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import type { TypedDate } from './browser/useTypedDate.ts'
import { parseTypedDate } from './typedDate.ts'

const loadPicker = () => import('./DatePicker.tsx')
const DatePicker = lazy(async () => ({ default: (await loadPicker()).DatePicker }))

interface DateControlProps {
  control: ControlAttributes
  /** The field's label, used in the accessible names of the buttons. */
  name: string
  date: TypedDate
  limits: { min: string; max: string }
  canClear: boolean
  disabled?: boolean
}

/** An input for a UTC date, typed or picked in a calendar. */
export function DateControl({ control, name, date, limits, canClear, disabled = false }: DateControlProps) {
  const [isOpen, setOpen] = useState(false)
  const [isPickerUsed, setPickerUsed] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const opener = useRef<HTMLButtonElement>(null)

  const open = () => {
    setPickerUsed(true)
    setOpen(true)
  }
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' || !event.altKey) return
    event.preventDefault()
    open()
  }
  return (
    <div ref={box}>
      <TextInput
        {...control}
        ref={input}
        autoComplete="off"
        spellCheck={false}
        placeholder="YYYY-MM-DD HH:MM:SS"
        disabled={disabled}
        value={date.text}
        onValueChange={date.type}
        onBlur={date.leave}
        onKeyDown={openByKey}
        suffix={
          !disabled && (
            <>
              {canClear && date.text !== '' && (
                <IconButton
                  size="small"
                  label={`Clear ${name}`}
                  icon={X}
                  onClick={() => {
                    date.pick('')
                    input.current?.focus()
                  }}
                />
              )}
              <IconButton
                ref={opener}
                size="small"
                label={`Choose ${name} in a calendar`}
                tooltip="Calendar"
                icon={CalendarDays}
                aria-haspopup="dialog"
                aria-expanded={isOpen}
                onPointerEnter={() => void loadPicker()}
                onClick={open}
              />
            </>
          )
        }
      />
      {isPickerUsed && (
        <Suspense>
          <DatePicker
            open={isOpen}
            label={`Choose ${name}`}
            date={parseTypedDate(date.value)}
            limits={limits}
            anchor={box}
            opener={opener}
            canClear={canClear}
            onPick={date.pick}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
