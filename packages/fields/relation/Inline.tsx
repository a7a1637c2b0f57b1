import { Button, FieldFrame, Select } from '@coffer/ui'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import styles from '../options/options.module.css'
import { SeveralSetting } from '../options/SeveralSetting.tsx'
import type { OptionsProps } from '../optionsContract.ts'
import type { RelationOptions } from './options.ts'
import { toMultiple, toSingle } from './several.ts'

export function Inline(props: OptionsProps) {
  const { field, stored, disabled, errorOf, onChange, context } = props
  const { targets, NewTarget } = context
  const { collectionId } = field.options as RelationOptions
  const [isMaking, setMaking] = useState(false)
  const [hasMade, setMade] = useState(false)
  return (
    <>
      <FieldFrame label="Collection" isLabelHidden={true} className={styles.main} required={true} error={errorOf('collectionId')}>
        {({ control }) => (
          <Select
            {...control}
            placeholder="Select collection *"
            emptyText="No collections found."
            options={targets.map(({ id, name, icon }) => ({ value: id, label: name, icon }))}
            disabled={disabled || stored !== undefined}
            value={collectionId}
            onChange={(collectionId: string) => onChange({ collectionId })}
            footer={
              <Button
                variant="quiet"
                size="small"
                block={true}
                icon={Plus}
                onClick={() => {
                  setMade(true)
                  setMaking(true)
                }}
              >
                New collection
              </Button>
            }
          />
        )}
      </FieldFrame>
      {hasMade && (
        <NewTarget
          open={isMaking}
          onClose={() => setMaking(false)}
          onCreated={({ id, isTarget }) => isTarget && onChange({ collectionId: id })}
        />
      )}
      <SeveralSetting props={props} single={toSingle} multiple={toMultiple} />
    </>
  )
}
