import { useToasts } from '@coffer/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Admin, createAdmin, updateAdmin } from '../../../queries/accounts/admins.ts'
import { formIssues, type InputConstraints } from '../../../shell/form/formIssues.ts'
import { useForm } from '../../../shell/form/useForm.ts'
import { useUnsavedGuard } from '../../../shell/form/useUnsavedGuard.ts'

/** The minimum that the server requires. */
const minPasswordLength = 10

/** State of the form of a new or existing admin. */
export function useAdminForm(admin: Admin | undefined, isOpen: boolean, onSaved: () => void) {
  const [isPasswordShown, setPasswordShown] = useState(admin === undefined)
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const initial = { avatar: String(admin?.avatar ?? 0), email: admin?.email ?? '', password: '', passwordConfirm: '' }

  const form = useForm({
    initial,
    check: ({ email, password, passwordConfirm }) => {
      const secrets: InputConstraints[] = [
        { name: 'password', label: 'Password', value: password, min: minPasswordLength },
        { name: 'passwordConfirm', label: 'Password confirm', value: passwordConfirm },
      ]
      const issues = formIssues([
        { name: 'email', label: 'Email', value: email, isEmail: true },
        ...(isPasswordShown ? secrets : []),
      ])
      const differs = isPasswordShown && passwordConfirm !== '' && password !== passwordConfirm
      return differs ? { passwordConfirm: "Values don't match.", ...issues } : issues
    },
    send: async ({ avatar, email, password, passwordConfirm }) => {
      const secrets = isPasswordShown ? { password, passwordConfirm } : {}
      if (!admin) await createAdmin({ avatar: Number(avatar), email, ...secrets })
      else {
        // Sends only the changed values, so that changes by other admins are not overwritten.
        const changes = {
          ...(avatar !== initial.avatar && { avatar: Number(avatar) }),
          ...(email !== initial.email && { email }),
        }
        await updateAdmin(admin.id, { ...changes, ...secrets })
      }
      await queryClient.invalidateQueries({ queryKey: ['admins'] })
      toasts.success(admin ? 'Successfully updated admin.' : 'Successfully created admin.')
      onSaved()
    },
  })
  const { avatar, email, password, passwordConfirm } = form.values
  const isChanged = avatar !== initial.avatar || email !== initial.email
  const canSave = admin === undefined ? email !== '' : isPasswordShown || isChanged
  useUnsavedGuard(
    isOpen && (isChanged || password !== '' || passwordConfirm !== ''),
    () => {},
    'You have unsaved changes. Do you really want to close the panel?',
  )

  return {
    ...form,
    canSave: canSave && !form.isSending,
    isPasswordShown,
    setPasswordShown: (isShown: boolean) => {
      setPasswordShown(isShown)
      if (!isShown) setPassword('')
    },
    setPassword,
    submit: () => {
      if (canSave) form.props.ref.current?.requestSubmit()
    },
  }

  function setPassword(value: string) {
    form.field('password').onValueChange(value)
    form.field('passwordConfirm').onValueChange(value)
  }
}
