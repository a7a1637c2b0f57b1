import type { FocusEvent } from 'react'
import { joinClasses } from '../style/joinClasses.ts'
import styles from './NumberInput.module.css'
import { TextInput, type TextInputProps } from './TextInput.tsx'

export interface NumberInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'type' | 'onValueChange'> {
  /** The value; null for an empty input. */
  value: number | null
  onValueChange: (value: number | null) => void
}

/** A number input that can be empty. The arrow keys change the value; the mouse wheel does not. */
export function NumberInput({ value, onValueChange, className, step = 'any', onBlur, ...rest }: NumberInputProps) {
  const leave = (event: FocusEvent<HTMLInputElement>) => {
    // An incomplete number ("-", "1e") has an empty value, so the text is reset to match it.
    if (event.target.validity.badInput) event.target.value = ''
    onBlur?.(event)
  }
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      onWheel={event => event.currentTarget.blur()}
      {...rest}
      type="number"
      step={step}
      className={joinClasses(styles.number, className)}
      value={value ?? ''}
      onBlur={leave}
      onValueChange={text => onValueChange(text === '' ? null : Number(text))}
    />
  )
}
