import type { FieldOptionsView, OptionsProps } from '@coffer/fields/options'
import { Button, FieldFrame, Switch, TextInput, Tooltip } from '@coffer/ui'
import { CopyPlus, Trash2 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import type { EditedField } from '../edited/EditedCollection.ts'
import styles from './FieldSettings.module.css'
import type { FieldActions } from './useFieldActions.ts'

interface FieldSettingsProps {
  id: string
  row: EditedField
  view: FieldOptionsView
  options: OptionsProps
  helpError: string | undefined
  actions: FieldActions
}

const presentable = 'Show this field when other records link here.'
const hidden = 'Only admins see, set and filter by this field. Rules can read it.'

/** The options of a field, below its row. */
export function FieldSettings({ id, row: { key, field }, view, options, helpError, actions }: FieldSettingsProps) {
  const { required, Settings, Switches } = view
  const panel = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    panel.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={panel} id={id} className={styles.panel} aria-label={`Options of ${field.name}`}>
      <div className={styles.settings}>
        {Settings && <Settings {...options} />}
        {required && (
          <FieldFrame label="Help text" className={styles.wide} error={helpError}>
            {({ control }) => (
              <TextInput
                {...control}
                placeholder="Shown with the input of this field"
                value={field.help ?? ''}
                onValueChange={help => actions.explain(key, help)}
              />
            )}
          </FieldFrame>
        )}
      </div>
      <div className={styles.foot}>
        {required && (
          <Tooltip content={`Requires the field value NOT to be ${required.rejected}.`}>
            <Switch label={required.label} checked={field.required} onCheckedChange={checked => actions.require(key, checked)} />
          </Tooltip>
        )}
        <Tooltip content={presentable}>
          <Switch label="Presentable" checked={field.presentable} onCheckedChange={checked => actions.present(key, checked)} />
        </Tooltip>
        <Tooltip content={hidden}>
          <Switch label="Hidden" checked={field.hidden === true} onCheckedChange={checked => actions.hide(key, checked)} />
        </Tooltip>
        {Switches && <Switches {...options} />}
        <span className={styles.buttons}>
          <Button variant="quiet" size="small" icon={CopyPlus} onClick={() => actions.duplicate(key)}>
            Duplicate
          </Button>
          <Button variant="quiet" size="small" icon={Trash2} onClick={() => actions.remove(key)}>
            Remove
          </Button>
        </span>
      </div>
    </section>
  )
}
