import { Button } from '@coffer/ui'
import { FormColumn } from '../shell/form/FormColumn.tsx'
import { formIssues } from '../shell/form/formIssues.ts'
import { TextField } from '../shell/form/TextField.tsx'
import { useForm } from '../shell/form/useForm.ts'
import { BrokenLink } from '../shell/page/BrokenLink.tsx'
import { useLinkFailure } from '../shell/page/useLinkFailure.ts'

interface NewPasswordFormProps {
  /** Token of the mailed link. */
  token: string
  /** Email of the admin or user, if known. */
  email: string | undefined
  /** Minimum length in characters. If undefined, only the server checks the length. */
  min?: number
  onSend: (password: string, passwordConfirm: string) => Promise<void>
}

/** Form for a new password, opened by a mailed link. */
export function NewPasswordForm({ token, email, min = 0, onSend }: NewPasswordFormProps) {
  const { problem, failureText } = useLinkFailure(token)
  const form = useForm({
    initial: { password: '', passwordConfirm: '' },
    check: ({ password, passwordConfirm }) =>
      formIssues([
        { name: 'password', label: 'New password', value: password, min },
        { name: 'passwordConfirm', label: 'New password confirm', value: passwordConfirm, min },
      ]),
    send: ({ password, passwordConfirm }) => onSend(password, passwordConfirm),
    failureText,
  })
  if (problem !== undefined) return <BrokenLink problem={problem} />
  return (
    <>
      {email !== undefined && (
        <p>
          for <strong>{email}</strong>
        </p>
      )}
      <FormColumn {...form.props}>
        <TextField
          {...form.field('password')}
          label="New password"
          isSecret={true}
          autoComplete="new-password"
          autoFocus={true}
          help={min > 0 && `Minimum ${min} characters.`}
        />
        <TextField {...form.field('passwordConfirm')} label="New password confirm" isSecret={true} autoComplete="new-password" />
        <Button type="submit" variant="primary" block={true} loading={form.isSending}>
          Set new password
        </Button>
      </FormColumn>
    </>
  )
}
