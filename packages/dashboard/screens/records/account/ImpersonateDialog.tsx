import type { RecordJson } from '@coffer/fields/ui'
import { type Collection, tokenOf } from '@coffer/schema'
import { Alert, Button, CopyButton, Dialog, DialogDescription, FieldFrame, TextArea, TextWithCode } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { type ImpersonationToken, impersonate } from '../../../queries/accounts/impersonation.ts'
import { settingsQuery } from '../../../queries/settings.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { TextField } from '../../../shell/form/TextField.tsx'
import { useForm } from '../../../shell/form/useForm.ts'
import { Moment } from '../../../shell/page/Moment.tsx'

interface ImpersonateDialogProps {
  open: boolean
  collection: Collection
  record: RecordJson
  onClose: () => void
}

const nameOf = ({ email, username, id }: RecordJson) =>
  [email, username, id].find(name => typeof name === 'string' && name !== '')

/** Generates a token of an auth record, and shows it once. Only the state of the dialog has the token, until it closes. */
export function ImpersonateDialog({ open, collection, record, onClose }: ImpersonateDialogProps) {
  const [issued, setIssued] = useState<ImpersonationToken>()
  const { data: settings } = useQuery(settingsQuery)
  const formId = useId()
  const form = useForm({
    initial: { duration: '' },
    check: ({ duration }) =>
      /^([1-9]\d*)?$/.test(duration) ? {} : { duration: 'Must be a whole number of seconds, 1 or more.' },
    send: async ({ duration }) => {
      setIssued(await impersonate(collection.id, record.id, duration === '' ? undefined : Number(duration)))
    },
  })
  // The rest stays while the dialog fades out.
  if (!open && issued && issued.token !== '') setIssued({ ...issued, token: '' })
  const close = () => {
    // Otherwise the server would issue a token that is never shown.
    if (!form.isSending) onClose()
  }
  const usual = settings && tokenOf(collection, 'recordAuthToken', settings).duration
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Impersonate ${nameOf(record)}`}
      footer={
        issued ? (
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button variant="quiet" onClick={close} disabled={form.isSending}>
              Cancel
            </Button>
            <Button type="submit" form={formId} variant="primary" icon={KeyRound} loading={form.isSending}>
              Generate token
            </Button>
          </>
        )
      }
    >
      <FormColumn {...form.props} id={formId}>
        {issued ? (
          <IssuedToken {...issued} />
        ) : (
          <>
            <DialogDescription>
              <Alert tone="warning">
                The token gives all rights of this user until it expires. It cannot be renewed. To revoke it earlier, change the
                password of the user.
              </Alert>
            </DialogDescription>
            <TextField
              {...form.field('duration')}
              label="Token duration (in seconds)"
              required={false}
              inputMode="numeric"
              autoComplete="off"
              placeholder={usual === undefined ? undefined : String(usual)}
              help="Leave empty for the duration of a sign-in."
            />
          </>
        )}
      </FormColumn>
    </Dialog>
  )
}

function IssuedToken({ token, expires }: ImpersonationToken) {
  const noticeId = useId()
  return (
    <>
      <Alert id={noticeId} tone="info">
        Copy the token now: it is not shown again.
      </Alert>
      <FieldFrame
        label="Token"
        aside={<CopyButton text={token} label="Copy token" size="small" />}
        help={
          <>
            <TextWithCode text="Apps use it with `pb.authStore.save(token)`." /> <Moment label="Expires:" date={expires} />
          </>
        }
      >
        {({ control }) => (
          <TextArea
            {...control}
            aria-describedby={`${noticeId} ${control['aria-describedby']}`}
            mono={true}
            readOnly={true}
            autoFocus={true}
            value={token}
          />
        )}
      </FieldFrame>
    </>
  )
}
