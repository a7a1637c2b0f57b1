import { fieldType } from '@coffer/fields'
import { uniqueIndexOf } from '@coffer/schema'
import { Checkbox, FieldFrame } from '@coffer/ui'
import { KeyRound } from 'lucide-react'
import type { EditedCollection } from '../edited/EditedCollection.ts'
import { remainingIndexes, statementOf } from '../edited/indexes.ts'
import type { AuthFields } from './authFields.ts'
import styles from './OptionsTab.module.css'

const fixedFields = ['email', 'username']

/** Returns the names of the fields whose values identify one record each. */
function uniqueFields(edited: EditedCollection): string[] {
  const indexes = remainingIndexes(edited).map(index => statementOf(edited, index))
  return edited.fields
    .filter(({ field, isRemoved }) => !isRemoved && ['text', 'number'].includes(fieldType(field).column(field.options)))
    .map(({ field }) => field.name)
    .filter(name => name !== '' && uniqueIndexOf(indexes, name) !== undefined)
}

/** Checkboxes for the fields, beside email and username, by which users can sign in with their password. */
export function IdentityFields({ edited, fields }: { edited: EditedCollection; fields: AuthFields }) {
  const listed = fields.auth.coffer?.identityFields ?? []
  const own = listed.filter(name => !fixedFields.includes(name))
  const names = [...new Set([...uniqueFields(edited), ...own])]
  const toggle = (name: string, isChecked: boolean) =>
    fields.setOwn('identityFields', isChecked ? [...listed, name] : listed.filter(one => one !== name))
  return (
    <div className={styles.method}>
      <div className={styles.head}>
        <span className={styles.name}>
          <KeyRound size={16} aria-hidden={true} />
          Other fields/Password
        </span>
      </div>
      <div className={styles.body}>
        <FieldFrame
          as="group"
          label="Fields by which users sign in"
          error={fields.ownError('identityFields')}
          help="A field needs a unique index, which you add in the tab Fields."
        >
          {() => (
            <div className={styles.choices}>
              {names.map(name => (
                <Checkbox
                  key={name}
                  label={name}
                  checked={own.includes(name)}
                  onCheckedChange={isChecked => toggle(name, isChecked)}
                />
              ))}
              {names.length === 0 && <span className={styles.muted}>No other field has a unique index.</span>}
            </div>
          )}
        </FieldFrame>
      </div>
    </div>
  )
}
