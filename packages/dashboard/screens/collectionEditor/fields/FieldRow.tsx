import { fieldTypes } from '@coffer/fields'
import type { FieldOptionsView, OptionsContext, OptionsProps } from '@coffer/fields/options'
import { fieldViews } from '@coffer/fields/ui'
import { IconButton, joinClasses, MoveHandle, Tooltip, useReorder } from '@coffer/ui'
import { CircleAlert, RotateCcw, Settings } from 'lucide-react'
import { memo, useId } from 'react'
import type { FieldErrors } from '../../../queries/connection/failure.ts'
import type { EditedField } from '../edited/EditedCollection.ts'
import { fieldPath, issueAt } from '../edited/serverIssues.ts'
import { FieldName } from './FieldName.tsx'
import styles from './FieldRow.module.css'
import { FieldSettings } from './FieldSettings.tsx'
import type { FieldActions } from './useFieldActions.ts'

export interface FieldRowProps {
  /** Id of the list in which the row can be reordered. */
  list: string
  row: EditedField
  view: FieldOptionsView
  index: number
  count: number
  isOpen: boolean
  errors: FieldErrors
  actions: FieldActions
  context: OptionsContext
}

/** Row of a field: name, essential options inline, and all other options once opened. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { list, row, view, index, count, isOpen, errors, actions, context } = props
  const { key, field, stored, isRemoved } = row
  const { label } = fieldTypes[field.type]
  const { icon: TypeIcon } = fieldViews[field.type]
  const settingsId = useId()
  const isFixed = isRemoved || field.system
  const { setItem, setHandle, isDragged, dropEdge } = useReorder({
    list,
    id: key,
    axis: 'vertical',
    disabled: isFixed,
    onDrop: (moved, edge) => actions.drop(moved, key, edge),
  })
  const options: OptionsProps = {
    field,
    stored,
    disabled: isFixed,
    errorOf: option => issueAt(errors, fieldPath(key, `options.${option}`)),
    onChange: changed => actions.setOptions(key, changed),
    context,
  }
  const whole = errors[fieldPath(key)] ?? errors[fieldPath(key, 'type')] ?? errors[fieldPath(key, 'id')]
  const hasIssue = whole !== undefined || ['options', 'help'].some(part => issueAt(errors, fieldPath(key, part)) !== undefined)
  return (
    <li
      ref={setItem}
      className={joinClasses(styles.item, isDragged && styles.dragged, isRemoved && styles.removed)}
      data-field={key}
      data-drop={dropEdge}
      aria-label={`${field.name}, ${label}${isRemoved ? ', removed' : ''}`}
    >
      <div className={styles.row}>
        {isFixed ? (
          <span className={styles.noHandle} />
        ) : (
          <MoveHandle ref={setHandle} name={field.name} index={index} count={count} onMove={by => actions.move(key, by)} />
        )}
        <Tooltip content={label}>
          <span className={styles.type}>
            <TypeIcon size={16} aria-hidden={true} />
          </span>
        </Tooltip>
        <FieldName
          row={row}
          requiredLabel={view.required?.label ?? ''}
          error={errors[fieldPath(key, 'name')] ?? whole}
          onRename={typed => actions.rename(key, typed)}
        />
        {view.Inline && (
          <div className={styles.inline}>
            <view.Inline {...options} />
          </div>
        )}
        {isRemoved && (
          <IconButton
            className={styles.button}
            label={`Restore ${field.name}`}
            tooltip="Restore"
            icon={RotateCcw}
            data-part="restore"
            onClick={() => actions.restore(key)}
          />
        )}
        {!isFixed && (
          <IconButton
            className={joinClasses(styles.button, isOpen && styles.open)}
            variant={hasIssue ? 'danger' : 'quiet'}
            label={`Toggle field options of ${field.name}${hasIssue ? ', has errors' : ''}`}
            tooltip="Toggle field options"
            icon={hasIssue ? CircleAlert : Settings}
            data-part="gear"
            aria-expanded={isOpen}
            aria-controls={isOpen ? settingsId : undefined}
            onClick={() => actions.toggle(key)}
          />
        )}
      </div>
      {isOpen && !isFixed && (
        <FieldSettings
          id={settingsId}
          row={row}
          view={view}
          options={options}
          helpError={issueAt(errors, fieldPath(key, 'help'))}
          actions={actions}
        />
      )}
    </li>
  )
})
