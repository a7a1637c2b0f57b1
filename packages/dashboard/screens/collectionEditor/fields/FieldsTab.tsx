import { Button, IconButton, TextInput } from '@coffer/ui'
import { Plus, Trash2 } from 'lucide-react'
import { addField, removeField, renameField } from '../edited/fields.ts'
import { slug } from '../edited/slug.ts'
import type { CollectionForm } from '../useCollectionForm.ts'

/** The fields of a collection. */
export function FieldsTab({ form: { edited, change } }: { form: CollectionForm }) {
  return (
    <>
      {edited.fields.map(({ key, field }) => (
        <div key={key}>
          <TextInput
            aria-label="Field name"
            value={field.name}
            onValueChange={name => change(last => renameField(last, key, slug(name)))}
          />
          <IconButton label={`Remove ${field.name}`} icon={Trash2} onClick={() => change(last => removeField(last, key))} />
        </div>
      ))}
      <Button icon={Plus} onClick={() => change(last => addField(last, {}))}>
        New field
      </Button>
    </>
  )
}
