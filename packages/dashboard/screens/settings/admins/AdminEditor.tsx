import { Button, Checkbox, CopyChip, FieldFrame, Panel } from '@coffer/ui'
import { useId } from 'react'
import { GeneratePassword } from '../../../passwords/GeneratePassword.tsx'
import type { Admin } from '../../../queries/accounts/admins.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { SaveShortcut } from '../../../shell/form/SaveShortcut.tsx'
import { TextField } from '../../../shell/form/TextField.tsx'
import { Moment } from '../../../shell/page/Moment.tsx'
import styles from './AdminEditor.module.css'
import { AdminMenu } from './AdminMenu.tsx'
import { AvatarPicker } from './AvatarPicker.tsx'
import { useAdminForm } from './useAdminForm.ts'

/** Number of characters in a generated password. */
const generatedLength = 32

interface AdminEditorProps {
  /** Undefined for a new admin. */
  admin: Admin | undefined
  isOpen: boolean
  onClose: (isDone?: boolean) => void
}

export function AdminEditor({ admin, isOpen, onClose }: AdminEditorProps) {
  const formId = useId()
  const form = useAdminForm(admin, isOpen, () => onClose(true))
  return (
    <Panel
      open={isOpen}
      onCloseRequest={() => onClose()}
      title={admin ? 'Edit admin' : 'New admin'}
      width={580}
      footerStart={admin && <AdminMenu admin={admin} onDeleted={() => onClose(true)} />}
      footer={
        <>
          <Button variant="quiet" onClick={() => onClose()} disabled={form.isSending}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={!form.canSave} loading={form.isSending}>
            {admin ? 'Save changes' : 'Create'}
          </Button>
        </>
      }
    >
      <SaveShortcut onSave={form.submit} onSaveAndClose={form.submit} />
      <FormColumn {...form.props} id={formId}>
        {admin && (
          <FieldFrame label="id" as="group">
            {() => (
              <span className={styles.identity}>
                <CopyChip text={admin.id} noun="id" />
                <span className={styles.dates}>
                  <Moment label="Created" date={admin.created} />
                  <Moment label="Updated" date={admin.updated} />
                </span>
              </span>
            )}
          </FieldFrame>
        )}
        <AvatarPicker {...form.field('avatar')} />
        <TextField {...form.field('email')} label="Email" type="email" autoComplete="off" spellCheck={false} />
        {admin && <Checkbox label="Change password" checked={form.isPasswordShown} onCheckedChange={form.setPasswordShown} />}
        {form.isPasswordShown && (
          <>
            <TextField
              {...form.field('password')}
              label="Password"
              isSecret
              autoComplete="new-password"
              help={
                <span className={styles.help}>
                  Minimum 10 characters.
                  <GeneratePassword length={generatedLength} onGenerate={form.setPassword} />
                </span>
              }
            />
            <TextField {...form.field('passwordConfirm')} label="Password confirm" isSecret autoComplete="new-password" />
          </>
        )}
      </FormColumn>
    </Panel>
  )
}
