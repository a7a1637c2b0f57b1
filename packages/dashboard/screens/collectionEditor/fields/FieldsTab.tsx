import { optionsViews } from '@coffer/fields/options'
import type { CollectionType } from '@coffer/schema'
import { Fragment, type KeyboardEvent, useDeferredValue, useId, useMemo, useRef } from 'react'
import { collectionTypes } from '../../../shell/collections/collectionTypes.ts'
import { systemFields } from '../edited/fields.ts'
import { Indexes } from '../indexes/Indexes.tsx'
import { useNewTarget } from '../NewTargetContext.ts'
import type { CollectionForm } from '../useCollectionForm.ts'
import { FieldRow } from './FieldRow.tsx'
import styles from './FieldsTab.module.css'
import { NewField } from './NewField.tsx'
import { useFieldActions } from './useFieldActions.ts'

/** Number of rows in the first render: about as many as fit into a window. */
const initialRows = 16

/** Tab with the fields and indexes of a collection. */
export function FieldsTab({ form }: { form: CollectionForm }) {
  const { edited, collections, errors, openField } = form
  const NewTarget = useNewTarget()
  const list = useRef<HTMLDivElement>(null)
  const listId = useId()
  const actions = useFieldActions(form, list)
  // Renders the remaining rows in a second, interruptible pass, so that collections with many fields open quickly.
  const isWhole = useDeferredValue(true, false)
  const context = useMemo(() => {
    const targets = collections
      .filter(({ type }) => type !== 'view')
      .map(({ id, name, type }) => ({ id, name, icon: collectionTypes[type].icon }))
    return { collection: edited.name, targets, NewTarget }
  }, [collections, edited.name, NewTarget])

  return (
    <div className={styles.tab}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys that bubble from the inputs */}
      <div ref={list} className={styles.fields} onKeyDown={preventSubmit}>
        <SystemFields type={edited.type} />
        {edited.fields.length > 0 && (
          <ul className={styles.rows} aria-label="Fields">
            {(isWhole ? edited.fields : edited.fields.slice(0, initialRows)).map((row, index) => (
              <FieldRow
                key={row.key}
                list={listId}
                row={row}
                view={optionsViews[row.field.type]}
                index={index}
                count={edited.fields.length}
                isOpen={openField === row.key}
                errors={errors}
                actions={actions}
                context={context}
              />
            ))}
          </ul>
        )}
        <NewField isMissing={errors.schema !== undefined} onChoose={actions.add} />
      </div>
      <Indexes form={form} />
    </div>
  )
}

/** Lists the names of a collection's system fields. */
function SystemFields({ type }: { type: CollectionType }) {
  return (
    <p className={styles.system}>
      System fields:{' '}
      {systemFields(type).map((name, index) => (
        <Fragment key={name}>
          {index > 0 && ', '}
          <code>{name}</code>
        </Fragment>
      ))}
      .
    </p>
  )
}

/** Prevents Enter in an input from saving the whole collection. */
function preventSubmit(event: KeyboardEvent<HTMLElement>) {
  const { target, currentTarget } = event
  // Events of dialogs opened from here bubble too, but those have their own forms.
  if (event.key !== 'Enter' || !(target instanceof HTMLInputElement) || !currentTarget.contains(target)) return
  if (!event.ctrlKey && !event.metaKey) event.preventDefault()
}
