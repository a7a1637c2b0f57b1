import { Button, Dialog, FieldFrame, Radio, useToasts } from '@coffer/ui'
import { Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { sendTestEmail, type TestTemplate } from '../../../queries/settings.ts'
import { recall, useRemembered } from '../../../shell/browser/useRemembered.ts'
import { FormColumn } from '../../../shell/form/FormColumn.tsx'
import { formIssues } from '../../../shell/form/formIssues.ts'
import { TextField } from '../../../shell/form/TextField.tsx'
import { useForm } from '../../../shell/form/useForm.ts'
import { mailTemplates } from './mailTemplates.ts'
import styles from './TestEmailDialog.module.css'

interface TestEmailDialogProps {
  open: boolean
  onClose: () => void
}

const asText = (stored: unknown): string => (typeof stored === 'string' ? stored : '')
const recipientKey = 'testEmailRecipient'

/** Sends an email template to an address as a test. Closing the dialog aborts the request. */
export function TestEmailDialog({ open, onClose }: TestEmailDialogProps) {
  const [template, setTemplate] = useState<TestTemplate>('verification')
  const [, rememberRecipient] = useRemembered(recipientKey, asText)
  const sending = useRef(new AbortController())
  const formId = useId()
  const toasts = useToasts()

  const form = useForm({
    initial: { email: recall(recipientKey, asText) },
    check: ({ email }) => formIssues([{ name: 'email', label: 'To email address', value: email, isEmail: true }]),
    send: async ({ email }) => {
      rememberRecipient(email)
      sending.current = new AbortController()
      await sendTestEmail(email, template, sending.current.signal)
      toasts.success('Successfully sent test email.')
      onClose()
    },
  })
  const close = () => {
    sending.current.abort()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title="Send test email"
      size="medium"
      footer={
        <>
          <Button variant="quiet" onClick={close}>
            Close
          </Button>
          <Button type="submit" form={formId} variant="primary" icon={Send} loading={form.isSending}>
            Send
          </Button>
        </>
      }
    >
      <FormColumn {...form.props} id={formId}>
        <FieldFrame label="Template" as="group" required>
          {() => (
            <div className={styles.templates}>
              {mailTemplates.map(({ test, title }) => (
                <Radio
                  key={test}
                  name="template"
                  label={`"${title}" template`}
                  checked={template === test}
                  onChange={() => setTemplate(test)}
                />
              ))}
            </div>
          )}
        </FieldFrame>
        <TextField {...form.field('email')} label="To email address" type="email" autoComplete="email" autoFocus />
      </FormColumn>
    </Dialog>
  )
}
