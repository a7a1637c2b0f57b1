import { FieldError, FieldFrame, joinClasses, NumberInput, Switch } from '@coffer/ui'
import { type ReactNode, useId } from 'react'
import { largestMinPasswordLength, smallestMinPasswordLength } from '../edited/authIssues.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

/** Options that apply to all auth methods. */
export function GeneralOptions({ fields }: { fields: AuthFields }) {
  const { auth, set, errorOf } = fields
  return (
    <>
      <FieldFrame
        className={styles.length}
        label="Minimum password length"
        required={true}
        error={errorOf('minPasswordLength')}
        help={`From ${smallestMinPasswordLength} to ${largestMinPasswordLength} characters. Existing passwords are not affected.`}
      >
        {({ control }) => (
          <NumberInput
            {...control}
            inputMode="numeric"
            min={smallestMinPasswordLength}
            max={largestMinPasswordLength}
            step={1}
            value={auth.minPasswordLength === 0 ? null : auth.minPasswordLength}
            onValueChange={length => set('minPasswordLength', length ?? 0)}
          />
        )}
      </FieldFrame>
      <FlagOption fields={fields} option="requireEmail" label="Always require email">
        For new records only. Some OAuth2 providers, such as Twitter, return no email, so signing in with them may fail.
      </FlagOption>
      <FlagOption fields={fields} option="onlyVerified" label="Forbid authentication for unverified users">
        Unverified users who sign in get a 403 error. For finer control, leave this off and use{' '}
        <code>@request.auth.verified = true</code> in the API rules.
      </FlagOption>
    </>
  )
}

interface FlagOptionProps {
  fields: AuthFields
  option: 'requireEmail' | 'onlyVerified'
  label: string
  /** Help text. */
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
