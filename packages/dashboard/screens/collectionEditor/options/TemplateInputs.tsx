import { CodeEditor, FieldFrame } from '@coffer/ui'
import { TextField } from '../../../shell/form/TextField.tsx'
import { htmlLanguage } from '../../../shell/loading/codeLanguages.ts'
import { Placeholders } from '../../settings/mail/Placeholders.tsx'
import type { AuthFields } from './authFields.ts'

interface Template {
  subject: string
  body: string
}

interface TemplateInputsProps {
  /** The path of its errors. */
  at: string
  subjectLabel: string
  bodyLabel: string
  /** Placeholders that subject and body can use. */
  names: readonly string[]
  /** Placeholders that only the body can use. */
  bodyNames?: readonly string[]
  /** The placeholder that the body needs. */
  needed: string
  template: Template
  fields: AuthFields
  onChange: (template: Template) => void
}

/** The inputs for the subject and the body of a mail. */
export function TemplateInputs(props: TemplateInputsProps) {
  const { at, subjectLabel, bodyLabel, names, bodyNames = [], needed, template, fields, onChange } = props
  return (
    <>
      <TextField
        name={`${at}.subject`}
        label={subjectLabel}
        autoComplete="off"
        error={fields.ownError(`${at}.subject`)}
        value={template.subject}
        onValueChange={subject => onChange({ ...template, subject })}
        help={<Placeholders names={names} />}
      />
      <FieldFrame
        label={bodyLabel}
        required={true}
        error={fields.ownError(`${at}.body`)}
        help={<Placeholders names={[...names, ...bodyNames]} needed={needed} />}
      >
        {({ control, labelId }) => (
          <CodeEditor
            {...control}
            aria-labelledby={labelId}
            language={htmlLanguage}
            value={template.body}
            onValueChange={body => onChange({ ...template, body })}
            minHeight={200}
          />
        )}
      </FieldFrame>
    </>
  )
}
