import { cofferAuth } from '@coffer/schema'
import { FieldFrame, NumberInput } from '@coffer/ui'
import { TextField } from '../../../shell/form/TextField.tsx'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'
import { SwitchOption } from './SwitchOption.tsx'
import { TemplateInputs } from './TemplateInputs.tsx'

const defaults = cofferAuth({})

/** How the users of a collection sign in, beside the auth methods of PocketBase 0.22. */
export function SignInOptions({ fields }: { fields: AuthFields }) {
  const { setOwn, ownError } = fields
  const { otp, mfa, authAlert, authRule } = { ...defaults, ...fields.auth.coffer }
  return (
    <>
      <SwitchOption
        label="One-time passwords"
        help="Users sign in with a code from an email."
        isOn={otp.enabled || ownError('otp') !== undefined}
        onChange={enabled => setOwn('otp', { ...otp, enabled })}
      >
        <div className={styles.pair}>
          <WholeNumber
            label="Digits"
            value={otp.length}
            error={ownError('otp.length')}
            onChange={length => setOwn('otp', { ...otp, length })}
          />
          <WholeNumber
            label="Valid for (seconds)"
            value={otp.duration}
            error={ownError('otp.duration')}
            onChange={duration => setOwn('otp', { ...otp, duration })}
          />
        </div>
        <TemplateInputs
          at="otp.emailTemplate"
          subjectLabel="Mail with the one-time password: subject"
          bodyLabel="Mail with the one-time password: body (HTML)"
          names={['{APP_NAME}', '{APP_URL}']}
          bodyNames={['{OTP_ID}']}
          needed="{OTP}"
          template={otp.emailTemplate}
          fields={fields}
          onChange={emailTemplate => setOwn('otp', { ...otp, emailTemplate })}
        />
      </SwitchOption>
      <SwitchOption
        label="Two factors"
        help="Users sign in with two of these: password, OAuth2 and one-time password. Apps that do not support it get an error."
        isOn={mfa.enabled || ownError('mfa') !== undefined}
        error={ownError('mfa.enabled')}
        onChange={enabled => setOwn('mfa', { ...mfa, enabled })}
      >
        <TextField
          name="mfa.rule"
          label="Only for users that match"
          required={false}
          autoComplete="off"
          placeholder="e.g. role = 'editor'"
          help="A filter. Leave it empty for all users."
          error={ownError('mfa.rule')}
          value={mfa.rule}
          onValueChange={rule => setOwn('mfa', { ...mfa, rule })}
        />
        <WholeNumber
          label="Time for the second factor (seconds)"
          value={mfa.duration}
          error={ownError('mfa.duration')}
          onChange={duration => setOwn('mfa', { ...mfa, duration })}
        />
      </SwitchOption>
      <SwitchOption
        label="Mails about sign-ins from elsewhere"
        help="Users get an email when they sign in with a new browser or from a new address."
        isOn={authAlert.enabled || ownError('authAlert') !== undefined}
        onChange={enabled => setOwn('authAlert', { ...authAlert, enabled })}
      >
        <TemplateInputs
          at="authAlert.emailTemplate"
          subjectLabel="Mail about a sign-in: subject"
          bodyLabel="Mail about a sign-in: body (HTML)"
          names={['{APP_NAME}', '{APP_URL}']}
          needed="{ALERT_INFO}"
          template={authAlert.emailTemplate}
          fields={fields}
          onChange={emailTemplate => setOwn('authAlert', { ...authAlert, emailTemplate })}
        />
      </SwitchOption>
      <SwitchOption
        label="Allow sign-ins"
        help="When this is off, nobody gets a new token. Tokens stay valid until they expire."
        isOn={authRule !== null}
        onChange={isAllowed => setOwn('authRule', isAllowed ? '' : null)}
      >
        <TextField
          name="authRule"
          label="Only users that match"
          required={false}
          autoComplete="off"
          placeholder="e.g. blocked = false"
          help="A filter, for every way to sign in. Leave it empty for all users."
          error={ownError('authRule')}
          value={authRule ?? ''}
          onValueChange={rule => setOwn('authRule', rule)}
        />
      </SwitchOption>
    </>
  )
}

interface WholeNumberProps {
  label: string
  value: number
  error: string | undefined
  onChange: (value: number) => void
}

function WholeNumber({ label, value, error, onChange }: WholeNumberProps) {
  return (
    <FieldFrame className={styles.length} label={label} required={true} error={error}>
      {({ control }) => (
        <NumberInput
          {...control}
          inputMode="numeric"
          step={1}
          value={value === 0 ? null : value}
          onValueChange={number => onChange(number ?? 0)}
        />
      )}
    </FieldFrame>
  )
}
