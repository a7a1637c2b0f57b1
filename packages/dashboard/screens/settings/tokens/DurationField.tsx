import { FieldFrame, NumberInput, Select } from '@coffer/ui'
import { useState } from 'react'
import type { NumberSetting } from '../form/settingFields.ts'
import styles from './DurationField.module.css'
import { durationUnits, secondsIn, unitOf } from './durationUnits.ts'

interface DurationFieldProps extends NumberSetting {
  label: string
}

/** An input for a duration as an amount and a unit. The value is in seconds. */
export function DurationField({ label, name, value, error, lock, onValueChange }: DurationFieldProps) {
  const [typed, setTyped] = useState({ seconds: value, unit: unitOf(value), amount: value && value / secondsIn[unitOf(value)] })
  // The value can also change from outside, for example when the form is reset.
  const unit = typed.seconds === value ? typed.unit : unitOf(value)
  const amount = typed.seconds === value ? typed.amount : value && value / secondsIn[unit]
  const change = (next: typeof unit, nextAmount: number | null) => {
    const seconds = nextAmount && Math.round(nextAmount * secondsIn[next])
    setTyped({ seconds, unit: next, amount: nextAmount })
    onValueChange(seconds)
  }
  return (
    <FieldFrame label={label} required={true} error={error} help={lock ?? (value !== null && `${value} seconds`)}>
      {({ control }) => (
        <div className={styles.duration}>
          <NumberInput
            {...control}
            name={name}
            min={0}
            readOnly={lock !== undefined}
            value={amount}
            onValueChange={next => change(unit, next)}
          />
          <Select
            className={styles.unit}
            disabled={lock !== undefined}
            aria-label={`Unit of ${label}`}
            options={durationUnits}
            value={unit}
            onChange={(next: typeof unit) => change(next, amount)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
