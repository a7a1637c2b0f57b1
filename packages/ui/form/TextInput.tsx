import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import type { IconType } from '../style/IconType.ts'
import { joinClasses } from '../style/joinClasses.ts'
import control from './control.module.css'

export interface TextInputProps extends ComponentProps<'input'> {
  /** Called with the new text on each change. `onChange` receives the event. */
  onValueChange?: ((value: string) => void) | undefined
  /** Whether the text is monospace, for ids, code and URLs. */
  mono?: boolean | undefined
  icon?: IconType | undefined
  /** Content at the right end of the box: a unit or a small button. */
  suffix?: ReactNode
}

/** A single-line text input. */
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
