import { FieldError, joinClasses, Switch } from '@coffer/ui'
import { type ReactNode, useId } from 'react'
import styles from './OptionsTab.module.css'

interface SwitchOptionProps {
  label: string
  help: ReactNode
  isOn: boolean
  error?: string | undefined
  onChange: (isOn: boolean) => void
  /** Its options, shown while it is on. */
  children?: ReactNode
}

/** A switch with its help, its error and its options. */
export function SwitchOption({ label, help, isOn, error, onChange, children }: SwitchOptionProps) {
  const helpId = useId()
  const errorId = useId()
  return (
    <div>
      <Switch
        label={label}
        aria-describedby={joinClasses(error && errorId, helpId)}
        aria-invalid={error ? true : undefined}
        checked={isOn}
        onCheckedChange={onChange}
      />
      {error && (
        <FieldError id={errorId} className={styles.flagError}>
          {error}
        </FieldError>
      )}
      <p id={helpId} className={styles.help}>
        {help}
      </p>
      {isOn && children && <div className={styles.switched}>{children}</div>}
    </div>
  )
}
