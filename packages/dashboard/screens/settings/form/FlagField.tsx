import { joinClasses, Switch, type SwitchProps } from '@coffer/ui'
import { useId } from 'react'
import styles from './FlagField.module.css'
import type { FlagSetting } from './settingFields.ts'

type FlagFieldProps = FlagSetting & Pick<SwitchProps, 'label' | 'aria-describedby'>

/** A switch for a setting. If the environment fixes the setting, the switch is disabled and says so. */
export function FlagField({ lock, 'aria-describedby': describedBy, ...props }: FlagFieldProps) {
  const lockId = useId()
  const description = joinClasses(lock && lockId, describedBy)
  return (
    <div>
      <Switch {...props} disabled={lock !== undefined} {...(description && { 'aria-describedby': description })} />
      {lock && (
        <p id={lockId} className={styles.lock}>
          {lock}
        </p>
      )}
    </div>
  )
}
