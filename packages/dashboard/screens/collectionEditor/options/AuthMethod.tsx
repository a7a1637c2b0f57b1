import { Badge, FieldError, Switch } from '@coffer/ui'
import { AtSign, Globe, type LucideIcon, UserRound } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

type Method = 'allowUsernameAuth' | 'allowEmailAuth' | 'allowOAuth2Auth'

const icons: Record<Method, LucideIcon> = { allowUsernameAuth: UserRound, allowEmailAuth: AtSign, allowOAuth2Auth: Globe }

interface AuthMethodProps {
  title: string
  option: Method
  fields: AuthFields
  /** Whether its options have an error. They are then shown even if the method is disabled. */
  hasIssue?: boolean
  /** Options of the method, shown while it is enabled. */
  children?: ReactNode
}

/** Auth method with a switch and its options. */
export function AuthMethod({ title, option, fields: { auth, set, errorOf }, hasIssue = false, children }: AuthMethodProps) {
  const id = useId()
  const Icon = icons[option]
  const isEnabled = auth[option]
  const errorId = `${id}-error`
  const error = errorOf(option)
  return (
    <div className={styles.method}>
      <div className={styles.head}>
        <label htmlFor={id} className={styles.name}>
          <Icon size={16} aria-hidden={true} />
          {title}
        </label>
        <Badge aria-hidden={true} tone={isEnabled ? 'success' : 'neutral'}>
          {isEnabled ? 'Enabled' : 'Disabled'}
        </Badge>
        <Switch
          id={id}
          aria-describedby={error && errorId}
          aria-invalid={error ? true : undefined}
          checked={isEnabled}
          onCheckedChange={checked => set(option, checked)}
        />
      </div>
      {error && (
        <FieldError id={errorId} className={styles.methodError}>
          {error}
        </FieldError>
      )}
      {(isEnabled || hasIssue) && children && <div className={styles.body}>{children}</div>}
    </div>
  )
}
