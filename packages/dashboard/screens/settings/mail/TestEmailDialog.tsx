import { Button, Dialog, FieldFrame, Radio, Select, useToasts } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { collectionsQuery } from '../../../queries/collections/collections.ts'
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

const templates: readonly { test: TestTemplate; title: string }[] = [
  ...mailTemplates,
  { test: 'otp', title: 'One-time password' },
  { test: 'login-alert', title: 'Sign-in from elsewhere' },
]

/** The templates of the settings, which collections without own ones share. */
const shared = { value: '@settings', label: 'Settings' }

/** Sends an email template to an address as a test. Closing the dialog aborts the request. */
export function TestEmailDialog({ open, onClose }: TestEmailDialogProps) {
  const [template, setTemplate] = useState<TestTemplate>('verification')
  const [collection, setCollection] = useState(shared.value)
  const { data: collections = [] } = useQuery(collectionsQuery)
  const auth = collections.filter(({ type }) => type === 'auth').map(({ id, name }) => ({ value: id, label: name }))
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
      const own = collection === shared.value ? {} : { collection }
      await sendTestEmail({ email, template, ...own }, sending.current.signal)
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
              {templates.map(({ test, title }) => (
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
        <FieldFrame label="Template of" help="Collections can have templates of their own.">
          {({ control }) => <Select {...control} options={[shared, ...auth]} value={collection} onChange={setCollection} />}
        </FieldFrame>
        <TextField {...form.field('email')} label="To email address" type="email" autoComplete="email" autoFocus />
      </FormColumn>
    </Dialog>
  )
}
