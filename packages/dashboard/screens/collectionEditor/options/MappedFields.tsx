import { fieldType } from '@coffer/fields'
import { type MappedFields as Mapping, mappedFieldsOf } from '@coffer/schema'
import { FieldFrame, Select } from '@coffer/ui'
import type { EditedCollection } from '../edited/EditedCollection.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

const sources: readonly { key: keyof Mapping; label: string; holdsFiles?: true }[] = [
  { key: 'name', label: 'Full name' },
  { key: 'username', label: 'Username' },
  { key: 'avatarURL', label: 'Picture', holdsFiles: true },
  { key: 'id', label: 'User id at the provider' },
]

/** The option for no field. No field can have the name `-`. */
const none = { value: '-', label: 'Not stored' }

/** Selects the fields of a new auth record that get values of the provider's user. */
export function MappedFields({ edited, fields }: { edited: EditedCollection; fields: AuthFields }) {
  const mapped = mappedFieldsOf(fields.auth)
  const rows = edited.fields.filter(({ field, isRemoved }) => !isRemoved && field.name !== '').map(({ field }) => field)
  const optionsFor = (holdsFiles: boolean, chosen: string) => {
    const names = rows
      .filter(field => fieldType(field).column(field.options) === 'text')
      .filter(field => holdsFiles || fieldType(field).holdsFiles === undefined)
      .map(({ name }) => name)
    const all = [...new Set([...(holdsFiles ? [] : ['username']), ...names, ...(chosen === '' ? [] : [chosen])])]
    return [none, ...all.map(name => ({ value: name, label: name }))]
  }
  return (
    <div className={styles.group}>
      <h4 className={styles.subtitle}>Fields of new users</h4>
      <p className={styles.providers}>A new user gets these values from the provider, unless the client sends others.</p>
      <div className={styles.pair}>
        {sources.map(({ key, label, holdsFiles = false }) => (
          <FieldFrame key={key} label={label} error={fields.ownError(`oauth2.mappedFields.${key}`)}>
            {({ control }) => (
              <Select
                {...control}
                options={optionsFor(holdsFiles, mapped[key])}
                value={mapped[key] || none.value}
                onChange={(name: string) =>
                  fields.setOwn('oauth2', {
                    ...fields.auth.coffer?.oauth2,
                    mappedFields: { ...mapped, [key]: name === none.value ? '' : name },
                  })
                }
              />
            )}
          </FieldFrame>
        ))}
      </div>
    </div>
  )
}
