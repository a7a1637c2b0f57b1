import type { AuthCollection } from '@coffer/schema'
import { Checkbox, FieldFrame, PasswordInput, Switch, TextInput, useConfirm } from '@coffer/ui'
import { AtSign, BadgeCheck, Lock, Mail } from 'lucide-react'
import { GeneratePassword } from '../../../passwords/GeneratePassword.tsx'
import type { RecordForm } from '../form/useRecordForm.ts'
import styles from './AccountFields.module.css'

interface AccountFieldsProps {
  form: RecordForm
  collection: AuthCollection
}

/** The inputs for the system fields of an auth record. */
export function AccountFields({ form, collection }: AccountFieldsProps) {
  const { draft, errors, isNew, setValue } = form
  const confirm = useConfirm()
  const { requireEmail, minPasswordLength } = collection.options

  const changeVerified = async (isVerified: boolean) => {
    const mayChange =
      isNew || (await confirm({ text: 'Do you really want to manually change the verified account state?', danger: true }))
    if (mayChange) setValue('verified', isVerified)
  }

  return (
    <div className={styles.account}>
      <FieldFrame label="Username" icon={AtSign} required={!isNew} error={errors.username}>
        {({ control }) => (
          <TextInput
            {...control}
            name="username"
            autoComplete="off"
            spellCheck={false}
            placeholder={isNew ? 'Leave empty to auto generate...' : String(form.base.username)}
            value={String(draft.username)}
            onValueChange={value => setValue('username', value)}
          />
        )}
      </FieldFrame>
      <FieldFrame
        label="Email"
        icon={Mail}
        required={requireEmail}
        error={errors.email}
        aside={
          <Switch
            label="Public"
            checked={draft.emailVisibility === true}
            onCheckedChange={isPublic => setValue('emailVisibility', isPublic)}
          />
        }
      >
        {({ control }) => (
          <TextInput
            {...control}
            type="email"
            name="email"
            autoComplete="off"
            spellCheck={false}
            value={String(draft.email)}
            onValueChange={value => setValue('email', value)}
          />
        )}
      </FieldFrame>
      {!isNew && (
        <Checkbox
          className={styles.wide}
          label="Change password"
          checked={form.isPasswordShown}
          onCheckedChange={form.setPasswordShown}
        />
      )}
      {form.isPasswordShown && (
        <>
          <FieldFrame
            label="Password"
            icon={Lock}
            required={true}
            error={errors.password}
            aside={
              <GeneratePassword
                length={Math.max(15, minPasswordLength)}
                onGenerate={password => {
                  setValue('password', password)
                  setValue('passwordConfirm', password)
                }}
              />
            }
          >
            {({ control }) => (
              <PasswordInput
                {...control}
                name="password"
                autoComplete="new-password"
                value={String(draft.password)}
                onValueChange={value => setValue('password', value)}
              />
            )}
          </FieldFrame>
          <FieldFrame label="Password confirm" icon={Lock} required={true} error={errors.passwordConfirm}>
            {({ control }) => (
              <PasswordInput
                {...control}
                name="passwordConfirm"
                autoComplete="new-password"
                value={String(draft.passwordConfirm)}
                onValueChange={value => setValue('passwordConfirm', value)}
              />
            )}
          </FieldFrame>
        </>
      )}
      <FieldFrame label="Verified" icon={BadgeCheck} error={errors.verified}>
        {({ control }) => (
          <Switch
            {...control}
            checked={draft.verified === true}
            onCheckedChange={isVerified => void changeVerified(isVerified)}
          />
        )}
      </FieldFrame>
    </div>
  )
}
