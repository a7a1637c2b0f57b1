import { Button, FieldFrame, Menu, Select } from '@coffer/ui'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import styles from '../options/options.module.css'
import type { OptionsProps } from '../optionsContract.ts'
import { knownTypes, typePresets } from './knownTypes.ts'
import type { FileOptions } from './options.ts'

/** Edits the accepted content types. */
export function MimeTypesSetting({ field, disabled, errorOf, onChange }: OptionsProps) {
  const chosen = (field.options as FileOptions).mimeTypes ?? []
  const options = useMemo(
    () => Object.entries(knownTypes).map(([value, extension]) => ({ value, label: extension, hint: value })),
    [],
  )
  const presets = typePresets.map(({ label, types }) => ({
    label,
    disabled: types.every(type => chosen.includes(type)),
    onSelect: () => onChange({ mimeTypes: [...new Set([...chosen, ...types])] }),
  }))
  return (
    <FieldFrame
      className={styles.wide}
      label="Allowed mime types"
      error={errorOf('mimeTypes')}
      help="What a file is, is found in its content; its name does not count."
      aside={
        !disabled && (
          <>
            {chosen.length > 0 && (
              <Button variant="quiet" size="small" onClick={() => onChange({ mimeTypes: [] })}>
                Allow all
              </Button>
            )}
            <Menu
              align="end"
              trigger={
                <Button variant="quiet" size="small" icon={ChevronDown}>
                  Choose presets
                </Button>
              }
              items={presets}
            />
          </>
        )
      }
    >
      {({ control }) => (
        <Select
          {...control}
          multiple
          searchable={true}
          options={options}
          placeholder="No restriction"
          disabled={disabled}
          value={chosen}
          onChange={mimeTypes => onChange({ mimeTypes })}
        />
      )}
    </FieldFrame>
  )
}
