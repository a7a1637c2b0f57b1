import { FieldError, FieldFrame, joinClasses, NumberInput, Switch } from '@coffer/ui'
import { type ReactNode, useId } from 'react'
import { leastPassword, mostPassword } from '../edited/authIssues.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

/** What is asked of accounts, however they sign in. */
export function GeneralOptions({ fields }: { fields: AuthFields }) {
  const { auth, set, errorOf } = fields
  return (
    <>
      <FieldFrame
        className={styles.length}
        label="Minimum password length"
        required={true}
        error={errorOf('minPasswordLength')}
        help={`From ${leastPassword} to ${mostPassword} characters. Passwords that are set already stay as they are.`}
      >
        {({ control }) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            min={leastPassword}
            max={mostPassword}
            step={1}
            value={auth.minPasswordLength === 0 ? null : auth.minPasswordLength}
            onValueChange={length => set('minPasswordLength', length ?? 0)}
          />
        )}
      </FieldFrame>
      <FlagOption fields={fields} option="requireEmail" label="Always require email">
        For new records only. Some OAuth2 providers, such as Twitter, return no email, so that signing in with them may fail.
      </FlagOption>
      <FlagOption fields={fields} option="onlyVerified" label="Forbid authentication for unverified users">
        New unverified authentication requests are answered with 403. For finer control, leave it off and ask for{' '}
        <code>@request.auth.verified = true</code> in the API rules.
      </FlagOption>
    </>
  )
}

interface FlagOptionProps {
  fields: AuthFields
  option: 'requireEmail' | 'onlyVerified'
  label: string
  /** What it does. */
  children: ReactNode
}

function FlagOption({ fields: { auth, set, errorOf }, option, label, children }: FlagOptionProps) {
  const helpId = useId()
  const errorId = useId()
  const error = errorOf(option)
  return (
    <div>
      <Switch
        label={label}
        aria-describedby={joinClasses(error && errorId, helpId)}
        aria-invalid={error ? true : undefined}
        checked={auth[option]}
        onCheckedChange={checked => set(option, checked)}
      />
      {error && (
        <FieldError id={errorId} className={styles.flagError}>
          {error}
        </FieldError>
      )}
      <p id={helpId} className={styles.help}>
        {children}
      </p>
    </div>
  )
}
