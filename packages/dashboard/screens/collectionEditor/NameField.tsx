import type { CollectionType } from '@coffer/schema'
import { FieldFrame, Select, TextInput } from '@coffer/ui'
import type { RefObject } from 'react'
import { collectionTypes } from '../../shell/collections/collectionTypes.ts'
import { setType } from './edited/collection.ts'
import { slug } from './edited/slug.ts'
import styles from './NameField.module.css'
import type { CollectionForm } from './useCollectionForm.ts'

const types = Object.entries(collectionTypes).map(([value, { icon, label }]) => ({ value: value as CollectionType, icon, label }))

interface NameFieldProps {
  form: CollectionForm
  input: RefObject<HTMLInputElement | null>
}

/** Inputs for the collection's name and type. The type cannot be changed after the collection is created. */
export function NameField({ form, input }: NameFieldProps) {
  const { edited, errors, change } = form
  const { stored, name, type } = edited
  const rename = (typed: string) => change(last => ({ ...last, name: slug(typed) }), 'name')
  return (
    <div className={styles.row}>
      <FieldFrame
        className={styles.name}
        label="Name"
        required={true}
        error={errors.name}
        help={stored?.system ? 'System collection' : undefined}
      >
        {({ control }) => (
          <TextInput
            {...control}
            ref={input}
            mono={true}
            spellCheck={false}
            autoComplete="off"
            disabled={stored?.system}
            placeholder={type === 'auth' ? 'eg. "users"' : 'eg. "posts"'}
            value={name}
            onValueChange={rename}
          />
        )}
      </FieldFrame>
      <FieldFrame className={styles.type} label="Type" error={errors.type}>
        {({ control }) => (
          <Select
            {...control}
            options={types}
            value={type}
            disabled={stored !== undefined}
            onChange={(chosen: CollectionType) => change(last => setType(last, chosen), 'type')}
          />
        )}
      </FieldFrame>
    </div>
  )
}
