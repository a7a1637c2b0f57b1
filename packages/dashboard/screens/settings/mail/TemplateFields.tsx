import { settings } from '@coffer/schema'
import { Button, CodeEditor, Disclosure, FieldFrame } from '@coffer/ui'
import { CircleAlert, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { isSame } from '../../../shell/form/isSame.ts'
import { TextField } from '../../../shell/form/TextField.tsx'
import { htmlLanguage } from '../../../shell/loading/codeLanguages.ts'
import type { SettingsForm } from '../form/useSettingsForm.ts'
import type { MailTemplateKey } from './mailTemplates.ts'
import { Placeholders } from './Placeholders.tsx'
import styles from './TemplateFields.module.css'

const { meta: defaults } = settings.parse({})
const parts = ['subject', 'actionUrl', 'body'] as const

interface TemplateFieldsProps {
  form: SettingsForm
  template: MailTemplateKey
  title: string
}

/** The inputs for an email template. */
export function TemplateFields({ form, template, title }: TemplateFieldsProps) {
  const [isOpen, setOpen] = useState(false)
  const at = `meta.${template}` as const
  const hasErrors = parts.some(part => form.errors[`${at}.${part}`] !== undefined)
  const isDefault = parts.every(part => isSame(form.draft.meta[template][part], defaults[template][part]))
  const body = form.text(`${at}.body`)
  // A failed validation focuses the input with the error, so the template has to be expanded.
  const isShown = isOpen || hasErrors
  return (
    <Disclosure
      className={styles.template}
      summaryClassName={styles.summary}
      open={isShown}
      onOpenChange={setOpen}
      summary={
        <>
          {title}
          {hasErrors && <CircleAlert className={styles.error} size={16} role="img" aria-label="Has errors" />}
        </>
      }
    >
      <div className={styles.fields}>
        <TextField
          {...form.text(`${at}.subject`)}
          label="Subject"
          autoComplete="off"
          help={<Placeholders names={['{APP_NAME}', '{APP_URL}']} />}
        />
        <TextField
          {...form.text(`${at}.actionUrl`)}
          label="Action URL"
          autoComplete="off"
          spellCheck={false}
          help={<Placeholders names={['{APP_NAME}', '{APP_URL}']} needed="{TOKEN}" />}
        />
        <FieldFrame
          label="Body (HTML)"
          required
          error={body.error}
          help={body.lock ?? <Placeholders names={['{APP_NAME}', '{APP_URL}', '{TOKEN}']} needed="{ACTION_URL}" />}
        >
          {({ control, labelId }) => (
            <CodeEditor
              {...control}
              readOnly={body.lock !== undefined}
              aria-labelledby={labelId}
              language={htmlLanguage}
              value={body.value}
              onValueChange={body.onValueChange}
              minHeight={240}
            />
          )}
        </FieldFrame>
        {!isDefault && (
          <div>
            <Button
              size="small"
              icon={RotateCcw}
              onClick={() => {
                for (const part of parts) form.set(`${at}.${part}`, defaults[template][part])
              }}
            >
              Restore the default template
            </Button>
          </div>
        )}
      </div>
    </Disclosure>
  )
}
