import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import control from './control.module.css'

export interface TextInputProps extends ComponentProps<'input'> {
  /** The new text on each change; `onChange` gives the event. */
  onValueChange?: ((value: string) => void) | undefined
  /** Monospace: ids, code, addresses. */
  mono?: boolean | undefined
  icon?: IconType | undefined
  /** Inside the box at its right end: a unit, or a small button. */
  suffix?: ReactNode
}

/** One line of text. */
export function TextInput({ onValueChange, onChange, mono, icon: Icon, suffix, className, ...rest }: TextInputProps) {
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    onChange?.(event)
    onValueChange?.(event.target.value)
  }
  const face = mono && control.mono
  if (!Icon && !suffix) {
    return <input type="text" {...rest} className={joinClasses(control.box, control.text, face, className)} onChange={change} />
  }
  return (
    <span className={joinClasses(control.box, control.frame, face, className)}>
      {Icon && <Icon size={16} aria-hidden={true} />}
      <input type="text" {...rest} className={control.bare} onChange={change} />
      {suffix && <span className={control.suffix}>{suffix}</span>}
    </span>
  )
}
