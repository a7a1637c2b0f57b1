import { type Settings, type TemplateName, withWholeLink } from '@coffer/schema'
import { Badge, Disclosure, Switch } from '@coffer/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { settingsQuery } from '../../../queries/settings.ts'
import { mailTemplates } from '../../settings/mail/mailTemplates.ts'
import templateStyles from '../../settings/mail/TemplateFields.module.css'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'
import { TemplateInputs } from './TemplateInputs.tsx'

/** The templates of mails to the records of a collection: its own, or the ones in the settings. */
export function MailTemplates({ fields }: { fields: AuthFields }) {
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div>
      {mailTemplates.map(({ key, title }) => (
        <OwnTemplate key={key} fields={fields} name={key} title={title} settings={settings} />
      ))}
    </div>
  )
}

interface OwnTemplateProps {
  fields: AuthFields
  name: TemplateName
  title: string
  /** Undefined until they are loaded. */
  settings: Settings | undefined
}

const names = ['{APP_NAME}', '{APP_URL}', '{RECORD:username}']

function OwnTemplate({ fields, name, title, settings }: OwnTemplateProps) {
  const [isOpen, setOpen] = useState(false)
  const own = fields.auth.coffer?.templates?.[name]
  const at = `templates.${name}`
  const hasErrors = fields.ownError(at) !== undefined
  const set = (template: typeof own) => fields.setOwn('templates', { ...fields.auth.coffer?.templates, [name]: template ?? null })
  return (
    <Disclosure
      className={templateStyles.template}
      summaryClassName={templateStyles.summary}
      // A failed save focuses the input with the error, so the template has to be expanded.
      open={isOpen || hasErrors}
      onOpenChange={setOpen}
      summary={
        <>
          {title}
          <span className={styles.templateState}>
            {hasErrors ? (
              <CircleAlert className={templateStyles.error} size={16} role="img" aria-label="Has errors" />
            ) : (
              <Badge tone={own ? 'success' : 'neutral'}>{own ? 'Own template' : 'As in settings'}</Badge>
            )}
          </span>
        </>
      }
    >
      <div className={styles.templateFields}>
        <Switch
          label={`Own "${title}" template for this collection`}
          disabled={settings === undefined}
          checked={Boolean(own)}
          onCheckedChange={isOwn => set(isOwn && settings ? withWholeLink(settings.meta[name]) : null)}
        />
        {own && (
          <TemplateInputs
            at={at}
            subjectLabel="Subject"
            bodyLabel="Body (HTML)"
            names={names}
            needed="{TOKEN}"
            template={own}
            fields={fields}
            onChange={set}
          />
        )}
      </div>
    </Disclosure>
  )
}
