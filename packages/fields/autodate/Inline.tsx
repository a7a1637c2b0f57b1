import { FieldFrame, Select } from '@coffer/ui'
import type { OptionsProps } from '../optionsContract.ts'
import type { AutodateOptions } from './options.ts'

const moments = [
  { value: 'create', label: 'On create' },
  { value: 'update', label: 'On update' },
  { value: 'both', label: 'On create and update' },
] as const

type Moment = (typeof moments)[number]['value']

const momentOf = ({ onCreate, onUpdate }: AutodateOptions): Moment => (onUpdate ? (onCreate ? 'both' : 'update') : 'create')

/** Chooses when the server sets the date. */
export function Inline({ field, disabled, onChange }: OptionsProps) {
  return (
    <FieldFrame label="When the date is set" isLabelHidden={true}>
      {({ control }) => (
        <Select
          {...control}
          options={moments}
          disabled={disabled}
          value={momentOf(field.options as AutodateOptions)}
          onChange={(chosen: Moment) => onChange({ onCreate: chosen !== 'update', onUpdate: chosen !== 'create' })}
        />
      )}
    </FieldFrame>
  )
}
