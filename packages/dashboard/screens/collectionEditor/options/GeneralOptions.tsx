import { FieldFrame, NumberInput } from '@coffer/ui'
import { largestMinPasswordLength, smallestMinPasswordLength } from '../edited/authIssues.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'
import { SwitchOption } from './SwitchOption.tsx'

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
      <SwitchOption
        label="Always require email"
        help="For new records only. Some OAuth2 providers, such as Twitter, return no email, so signing in with them may fail."
        isOn={auth.requireEmail}
        error={errorOf('requireEmail')}
        onChange={isRequired => set('requireEmail', isRequired)}
      />
      <SwitchOption
        label="Forbid authentication for unverified users"
        help={
          <>
            Unverified users who sign in get a 403 error. For finer control, leave this off and use{' '}
            <code>@request.auth.verified = true</code> in the API rules.
          </>
        }
        isOn={auth.onlyVerified}
        error={errorOf('onlyVerified')}
        onChange={isForbidden => set('onlyVerified', isForbidden)}
      />
    </>
  )
}
