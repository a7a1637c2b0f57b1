import { Button, Popover } from '@coffer/ui'
import type { RefObject } from 'react'
import { DayPicker, type Modifiers } from 'react-day-picker'
import { calendarDay, calendarReach, dayText } from './browser/calendarDays.ts'
import styles from './DatePicker.module.css'
import { minuteChoices, withClock, withDay } from './pickDate.ts'
import { validateDate } from './validateDate.ts'

interface DatePickerProps {
  open: boolean
  label: string
  /** A canonical date; '' if there is none. */
  date: string
  limits: { min: string; max: string }
  anchor: RefObject<HTMLElement | null>
  /** The element that receives focus when the picker closes. */
  opener: RefObject<HTMLElement | null>
  canClear: boolean
  onPick: (date: string) => void
  onClose: () => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)
const two = (number: number) => String(number).padStart(2, '0')

/** A calendar month and the time of day, in UTC. A picked value applies immediately. */
export function DatePicker({ open, label, date, limits, anchor, opener, canClear, onPick, onClose }: DatePickerProps) {
  const now = `${new Date().toISOString().slice(0, 19).replace('T', ' ')}.000Z`
  const today = calendarDay(now)
  const selected = date === '' ? undefined : calendarDay(date)
  const shown = selected ?? nearest(today, limits)
  const { from, to } = calendarReach(shown, today, limits)
  return (
    <Popover
      open={open}
      onClose={onClose}
      label={label}
      anchor={anchor}
      isNarrow={true}
      isWhole={true}
      trapsFocus={true}
      finalFocus={() => opener.current}
    >
      <div className={styles.picker}>
        <DayPicker
          mode="single"
          autoFocus={true}
          required={true}
          weekStartsOn={1}
          showOutsideDays={true}
          captionLayout="dropdown"
          defaultMonth={shown}
          startMonth={from}
          endMonth={to}
          today={today}
          selected={selected}
          disabled={[...(limits.min === '' ? [] : [{ before: from }]), ...(limits.max === '' ? [] : [{ after: to }])]}
          onSelect={day => onPick(withDay(date, dayText(day), limits))}
          labels={{ labelDayButton: nameDay }}
          classNames={styles}
        />
        <div className={styles.time}>
          <Clock label="Hour" value={Number(date.slice(11, 13))} choices={hours} date={date} onPick={onPick} part="hour" />
          <span aria-hidden="true">:</span>
          <Clock
            label="Minute"
            value={Number(date.slice(14, 16))}
            choices={minuteChoices(Number(date.slice(14, 16)))}
            date={date}
            onPick={onPick}
            part="minute"
          />
          <span className={styles.zone}>UTC</span>
        </div>
        <div className={styles.buttons}>
          <Button size="small" disabled={validateDate(now, limits) !== undefined} onClick={() => onPick(now)}>
            Now
          </Button>
          {canClear && (
            <Button size="small" disabled={date === ''} onClick={() => onPick('')}>
              Clear
            </Button>
          )}
          <Button size="small" variant="primary" className={styles.done ?? ''} onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Popover>
  )
}

interface ClockProps {
  label: string
  part: 'hour' | 'minute'
  value: number
  choices: readonly number[]
  date: string
  onPick: (date: string) => void
}

/** A select for the hour or the minute, disabled until a day is picked. */
function Clock({ label, part, value, choices, date, onPick }: ClockProps) {
  return (
    <select
      className={styles.clock}
      aria-label={label}
      disabled={date === ''}
      value={date === '' ? (part === 'hour' ? 12 : 0) : value}
      onChange={({ target }) => onPick(withClock(date, part, Number(target.value)))}
    >
      {choices.map(choice => (
        <option key={choice} value={choice}>
          {two(choice)}
        </option>
      ))}
    </select>
  )
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })

/** The accessible name of a day. It contains the visible number. */
function nameDay(day: Date, { today, selected }: Modifiers): string {
  return [dayFormat.format(day), today && 'today', selected && 'selected'].filter(Boolean).join(', ')
}

/** Returns today, or the nearest day within the limits. */
function nearest(today: Date, { min, max }: { min: string; max: string }): Date {
  if (min !== '' && today < calendarDay(min)) return calendarDay(min)
  return max !== '' && today > calendarDay(max) ? calendarDay(max) : today
}
